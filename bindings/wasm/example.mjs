// The first example of a README as a module that checks the values after `// =>`.

export function exampleOf(readme) {
  const [, code] = /```js\n(.*?)```/s.exec(readme);
  const checked = code.replace(
    /^([^\n]*?);? \/\/ => ([^\n]*)$/gm,
    (_, expression, value) => `assert.deepEqual(${expression}, ${value});`,
  );
  return `import assert from "node:assert/strict";\n${checked}`;
}

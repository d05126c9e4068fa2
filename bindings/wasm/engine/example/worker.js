import init, { search } from "../dist/engine.js"; // from npm: "@komadai/engine"

const ready = init();

onmessage = async ({ data: request }) => {
  await ready;
  const { move } = search(request, (info) => postMessage({ info }));
  postMessage({ move });
};

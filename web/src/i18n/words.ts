/** A text computed on display, so that it follows the page's language. */
export type Words = () => string;

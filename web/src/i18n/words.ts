/** A text made when it is shown: it follows the language of the page. */
export type Words = () => string;

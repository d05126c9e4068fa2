/** Facts about pieces beyond the rules: characters, readings, values. An entry of `facts.json`. */
export interface Fact {
	kanji?: string;
	/** Full name in kanji, if the piece shows only a part. */
	full?: string;
	/** Cursive form on promoted faces. */
	cursive?: string;
	kana?: string[];
	latin?: string[];
	value?: number | null;
	/** Letter in records, if it differs from the engine's letter. */
	record?: string;
}

export type Facts = Readonly<Record<string, Fact>>;

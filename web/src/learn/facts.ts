/** What a guide knows of the pieces beyond the rules: characters, readings, values. One entry of `facts.json`. */
export interface Fact {
	/** The character on the piece. */
	kanji?: string;
	/** The whole name in characters, where the piece shows only a part. */
	full?: string;
	/** The cursive form that stands on promoted faces. */
	cursive?: string;
	kana?: string[];
	latin?: string[];
	value?: number | null;
	/** The letter in records, where it is not the programs' letter. */
	record?: string;
}

export type Facts = Readonly<Record<string, Fact>>;

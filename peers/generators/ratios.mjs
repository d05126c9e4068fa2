// Ratios of a record, computed as in the bench: by round, then median and quartiles.

export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  return sorted[below] + (sorted[Math.ceil(place)] - sorted[below]) * (place - below);
}

export const median = (numbers) => quantile(numbers, 0.5);

/** Seconds per node, by round. */
export const perNode = ({ seconds, nodes }) => seconds.map((s) => s / nodes);

/** Komadai's speed per node relative to the peer's. */
export function ratio(ours, theirs) {
  const [a, b] = [perNode(ours), perNode(theirs)];
  const rounds = a.map((own, round) => b[round] / own);
  return { low: quantile(rounds, 0.25), median: median(rounds), high: quantile(rounds, 0.75) };
}

/** Every comparison of a record; a peer that only has lists is compared with Komadai's count too. */
export function ratios(record) {
  const all = [];
  for (const of of record.cases) {
    for (const ours of of.times.filter(({ peer }) => peer === "komadai")) {
      for (const theirs of of.times.filter(({ peer }) => peer !== "komadai")) {
        const same = theirs.convention === ours.convention;
        const only = !of.times.some((t) => t.peer === theirs.peer && t.convention === ours.convention);
        if (same || only) all.push({ case: of, ours, theirs, spread: ratio(ours, theirs) });
      }
    }
  }
  return all;
}

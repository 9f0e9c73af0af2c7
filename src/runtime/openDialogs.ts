let open = 0;
const waiting = new Set<() => void>();

/** Counts a dialog that stands open; answers the release. */
export function holdDialog(): () => void {
  open += 1;
  return () => {
    open -= 1;
    if (open > 0) return;
    const runs = [...waiting];
    waiting.clear();
    for (const run of runs) run();
  };
}

/** Runs as soon as no dialog stands open: what would take away the page under one waits for it. Answers the release. */
export function whenNoDialog(run: () => void): () => void {
  if (open === 0) run();
  else waiting.add(run);
  return () => { waiting.delete(run); };
}

import { useCallback, useMemo, useState } from 'react';

export interface TextHistory {
  change(text: string): void;
  undo(): void;
  redo(): void;
  canUndo: boolean;
  canRedo: boolean;
}

const NO_STEPS: readonly string[] = [];

/**
 * Provides undo and redo for changes of a text in the design view. Changes made in the text view are no steps of their
 * own: they are undone together with the preceding change of the design view, and end the possibility of a redo.
 */
export function useTextHistory(text: string, setText: (text: string) => void): TextHistory {
  // `current`: the text after the last step; another text was changed in the text view since
  const [steps, setSteps] = useState<{ past: readonly string[]; current: string; future: readonly string[] }>({
    past: [],
    current: text,
    future: [],
  });
  const change = useCallback(
    (next: string) => {
      if (next === text) return;
      setSteps(({ past }) => ({ past: [...past, text], current: next, future: [] }));
      setText(next);
    },
    [text, setText],
  );
  const { past } = steps;
  const future = text === steps.current ? steps.future : NO_STEPS;
  return useMemo(
    () => ({
      change,
      undo() {
        const before = past.at(-1);
        if (before === undefined) return;
        setSteps({ past: past.slice(0, -1), current: before, future: [text, ...future] });
        setText(before);
      },
      redo() {
        const [next, ...rest] = future;
        if (next === undefined) return;
        setSteps({ past: [...past, text], current: next, future: rest });
        setText(next);
      },
      canUndo: past.length > 0,
      canRedo: future.length > 0,
    }),
    [change, past, future, text, setText],
  );
}

import { useCallback, useMemo, useState } from 'react';

export interface TextHistory {
  change(text: string): void;
  undo(): void;
  redo(): void;
  canUndo: boolean;
  canRedo: boolean;
}

/**
 * Provides undo and redo for changes of a text in the design view. Changes made in the text view are no steps of their
 * own: they are undone together with the preceding change of the design view.
 */
export function useTextHistory(text: string, setText: (text: string) => void): TextHistory {
  const [steps, setSteps] = useState<{ past: readonly string[]; future: readonly string[] }>({ past: [], future: [] });
  const change = useCallback(
    (next: string) => {
      if (next === text) return;
      setSteps(({ past }) => ({ past: [...past, text], future: [] }));
      setText(next);
    },
    [text, setText],
  );
  const { past, future } = steps;
  return useMemo(
    () => ({
      change,
      undo() {
        const before = past.at(-1);
        if (before === undefined) return;
        setSteps({ past: past.slice(0, -1), future: [text, ...future] });
        setText(before);
      },
      redo() {
        const [next, ...rest] = future;
        if (next === undefined) return;
        setSteps({ past: [...past, text], future: rest });
        setText(next);
      },
      canUndo: past.length > 0,
      canRedo: future.length > 0,
    }),
    [change, past, future, text, setText],
  );
}

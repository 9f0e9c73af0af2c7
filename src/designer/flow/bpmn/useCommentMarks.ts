import { useEffect, useRef, type RefObject } from 'react';
import { markName } from '../../reviews/CommentMark.tsx';
import type { Drawing } from './library.ts';

interface Options {
  drawing: RefObject<Drawing | null>;
  /** Number of unresolved comments by element. */
  comments: ReadonlyMap<string, number>;
  onComments(id: string): void;
}

interface Drawn {
  overlay: string;
  count: number;
  button: HTMLElement;
}

function markOf(count: number, onClick: () => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'dr-mark';
  button.dataset.comments = String(count);
  button.ariaLabel = markName(count);
  button.textContent = `批注 ${count}`;
  button.addEventListener('click', onClick);
  return button;
}

/**
 * Marks the elements of a diagram that have unresolved comments. The effect runs after every render, since a diagram that is
 * imported again has lost its overlays.
 */
export function useCommentMarks({ drawing, comments, onComments }: Options): void {
  const drawn = useRef(new Map<string, Drawn>());
  const told = useRef(onComments);
  useEffect(() => {
    told.current = onComments;
    const made = drawing.current;
    if (!made) return;
    const [registry, overlays] = [made.get('elementRegistry'), made.get('overlays')];
    for (const [id, { overlay, count, button }] of drawn.current) {
      if (button.isConnected && comments.get(id) === count) continue;
      overlays.remove(overlay);
      drawn.current.delete(id);
    }
    for (const [id, count] of comments) {
      if (drawn.current.has(id) || !registry.get(id)) continue;
      const button = markOf(count, () => told.current(id));
      drawn.current.set(id, {
        overlay: overlays.add(id, { position: { top: 0, left: 0 }, html: button }),
        count,
        button,
      });
    }
  });
}

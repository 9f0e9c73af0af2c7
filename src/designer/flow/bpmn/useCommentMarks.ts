import { useEffect, useRef, type RefObject } from 'react';
import { markName } from '../../reviews/CommentMark.tsx';
import type { Drawing } from './bpmnJsTypes.ts';

interface Options {
  drawing: RefObject<Drawing | null>;
  /** Number of unresolved comments by element. */
  commentCounts: ReadonlyMap<string, number>;
  onComments(id: string): void;
}

interface ShownMark {
  overlayId: string;
  count: number;
  button: HTMLElement;
}

function createMarkButton(count: number, onClick: () => void): HTMLElement {
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
 * Marks the elements of a diagram that have unresolved comments. The effect runs after every render, because importing
 * a diagram again removes its overlays.
 */
export function useCommentMarks({ drawing, commentCounts, onComments }: Options): void {
  const shownMarks = useRef(new Map<string, ShownMark>());
  const onCommentsRef = useRef(onComments);
  useEffect(() => {
    onCommentsRef.current = onComments;
    const diagram = drawing.current;
    if (!diagram) return;
    const [registry, overlays] = [diagram.get('elementRegistry'), diagram.get('overlays')];
    for (const [id, { overlayId, count, button }] of shownMarks.current) {
      if (button.isConnected && commentCounts.get(id) === count) continue;
      overlays.remove(overlayId);
      shownMarks.current.delete(id);
    }
    for (const [id, count] of commentCounts) {
      if (shownMarks.current.has(id) || !registry.get(id)) continue;
      const button = createMarkButton(count, () => onCommentsRef.current(id));
      shownMarks.current.set(id, {
        overlayId: overlays.add(id, { position: { top: 0, left: 0 }, html: button }),
        count,
        button,
      });
    }
  });
}

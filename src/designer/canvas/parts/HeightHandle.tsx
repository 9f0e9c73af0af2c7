import type { KeyboardEvent, PointerEvent as Press } from 'react';
import type { Schema } from '../../editor/grammarDocs.ts';
import { heightTo } from '../model/acts.ts';
import { idOf, type RawNode } from '../model/nodes.ts';
import { useDesigning } from '../useDesign.ts';

/** Pixels that a height goes in steps of. */
const STEP = 8;

interface Props {
  node: RawNode;
  /** The grammar of its key `height`, in pixels. */
  schema: Schema;
}

const inSteps = (height: number, { minimum = STEP, maximum = Number.POSITIVE_INFINITY }: Schema): number =>
  Math.min(maximum, Math.max(minimum, Math.round(height / STEP) * STEP));

/** The lower edge of a block that has a height: dragged with mouse or finger, moved with ↑ and ↓ where it has the focus. */
export function HeightHandle({ node, schema }: Props) {
  const { design } = useDesigning();
  const id = idOf(node);
  /** What the document says, else what holds without it; undefined: as high as what it shows. */
  const said = typeof node.height === 'number' ? node.height : schema.default;
  const heightNow = (handle: HTMLElement): number => said ?? handle.parentElement?.offsetHeight ?? 0;
  const set = (height: number): void => heightTo(design, id, inSteps(height, schema));
  const begin = (event: Press<HTMLDivElement>): void => {
    const handle = event.currentTarget;
    const block = handle.parentElement;
    if (!block || event.button !== 0) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const [from, before] = [event.clientY, heightNow(handle)];
    // pages are drawn smaller than they are
    const scale = block.offsetHeight === 0 ? 1 : block.getBoundingClientRect().height / block.offsetHeight;
    const move = ({ clientY }: PointerEvent): void => {
      const height = inSteps(before + (clientY - from) / scale, schema);
      handle.dataset.height = `${height} 像素`;
      set(height);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener(
      'lostpointercapture',
      () => {
        handle.removeEventListener('pointermove', move);
        delete handle.dataset.height;
      },
      { once: true },
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    event.stopPropagation();
    set(heightNow(event.currentTarget) + (event.key === 'ArrowUp' ? -STEP : STEP));
  };
  return (
    <div
      className="ds-resize-height"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a separator that can be moved is no <hr>
      role="separator"
      aria-orientation="horizontal"
      aria-label="高度"
      aria-valuenow={said}
      aria-valuemin={schema.minimum}
      aria-valuemax={schema.maximum}
      tabIndex={0}
      title="拖动调整高度；获得焦点后可按 ↑ ↓"
      data-no-select
      onMouseDown={(event) => event.stopPropagation()}
      onTouchStart={(event) => event.stopPropagation()}
      onPointerDown={begin}
      onKeyDown={onKeyDown}
    />
  );
}

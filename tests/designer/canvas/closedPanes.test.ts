import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  closedPaneHeader,
  isListShown,
  isOpenPaneClick,
  openPane,
} from '../../../src/designer/canvas/parts/dropTarget.ts';

let canvas: HTMLElement;
beforeEach(() => {
  document.body.innerHTML = `<div id="canvas">
    <div role="tab" aria-selected="true" id="first">一</div><div role="tab" aria-selected="false" id="second">二</div>
    <div class="ant-tabs-tabpane"><div data-drop-list="fields.0.items.0.children"></div></div>
    <div class="ant-tabs-tabpane ant-tabs-tabpane-hidden"><div data-drop-list="fields.0.items.1.children"></div></div>
  </div><div role="tab" aria-selected="false" id="outside">外</div>`;
  canvas = document.getElementById('canvas')!;
});
afterEach(() => {
  document.body.innerHTML = '';
});
const headOf = (id: string): HTMLElement | null => closedPaneHeader(canvas, document.getElementById(id)!);

describe('a closed pane of the canvas', () => {
  it('is known by its list: drawn but hidden, or not drawn at all', () => {
    expect(isListShown(canvas, ['fields', 0, 'items', 0, 'children'])).toBe(true);
    expect(isListShown(canvas, ['fields', 0, 'items', 1, 'children'])).toBe(false);
    expect(isListShown(canvas, ['fields', 0, 'items', 2, 'children'])).toBe(false);
  });

  it('is opened by its head while something is dragged over it, by a click that the canvas does not take for a choice', () => {
    expect(headOf('first')).toBeNull();
    expect(headOf('outside')).toBeNull();
    const head = headOf('second');
    expect(head?.id).toBe('second');
    const clicks: Event[] = [];
    // as dnd-kit does while something is dragged
    const stop = (click: Event): void => click.stopPropagation();
    document.addEventListener('click', stop, { capture: true });
    canvas.addEventListener('click', (click) => clicks.push(click));
    openPane(head!);
    head!.click();
    document.removeEventListener('click', stop, { capture: true });
    head!.click();
    expect(clicks.map(isOpenPaneClick)).toEqual([true, false]);
  });
});

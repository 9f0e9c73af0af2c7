import { act, cleanup, render, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Diagram, type DiagramHandle } from '../../../src/designer/flow/bpmn/Diagram.tsx';
import type { Shape } from '../../../src/designer/flow/bpmn/library.ts';
import { newProcessText } from '../../../src/designer/flow/steps/planText.ts';

/** A drawing library without a drawing: like the real one, it selects the root element when a process is imported. */
const library = vi.hoisted(() => {
  const shape = (id: string, type: string): object => ({ id, businessObject: { $type: type } });
  const shapes: Record<string, object> = {
    root: shape('root', 'bpmn:Process'),
    leader: shape('leader', 'bpmn:UserTask'),
  };
  const create = (): object => {
    const listeners = new Map<string, (event: object) => void>();
    let chosen: object[] = [];
    const select = (next: object | null): void => {
      chosen = next ? [next] : [];
      listeners.get('selection.changed')?.({ newSelection: chosen });
    };
    const areas: Record<string, object> = {
      eventBus: { on: (name: string, listener: (event: object) => void) => listeners.set(name, listener) },
      selection: { get: () => chosen, select },
      elementRegistry: { get: (id: string) => shapes[id] },
      canvas: {
        getRootElement: () => shapes.root,
        scrollToElement: () => undefined,
        viewbox: () => ({ inner: {}, outer: {} }),
        getContainer: () => document.body,
        zoom: () => 1,
        addMarker: () => undefined,
      },
      overlays: {},
    };
    return {
      get: (name: string) => areas[name],
      importXML: async () => select(null),
      destroy: () => undefined,
    };
  };
  return { create };
});
vi.mock('../../../src/designer/flow/bpmn/modeler.ts', () => ({ createModeler: library.create }));

afterEach(cleanup);

it('shows the element that was requested while the process is imported, and the process where none was', async () => {
  const selected: string[] = [];
  const ref = createRef<DiagramHandle>();
  let requested = 'leader';
  const diagram = (text: string) => (
    <Diagram
      ref={ref}
      text={text}
      marks={new Map()}
      comments={new Map()}
      onChange={() => undefined}
      onComments={() => undefined}
      onError={() => undefined}
      onSelect={({ id }: Shape) => {
        requested = '';
        selected.push(id);
      }}
      onDrawn={() => {
        if (requested !== '') ref.current?.show(requested);
      }}
    />
  );
  const { rerender } = render(diagram(await newProcessText('a', '甲')));
  await waitFor(() => expect(selected).toEqual(['leader']));
  const other = await newProcessText('b', '乙');
  act(() => rerender(diagram(other)));
  await waitFor(() => expect(selected).toEqual(['leader', 'root']));
});

import { act, cleanup, render, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Diagram, type DiagramHandle } from '../../../src/designer/flow/bpmn/Diagram.tsx';
import type { DiagramElement } from '../../../src/designer/flow/bpmn/bpmnJsTypes.ts';
import { newProcessText } from '../../../src/designer/flow/steps/planText.ts';

/** A drawing library without a drawing: like the real one, it selects the root element when a process is imported. */
const library = vi.hoisted(() => {
  const shape = (id: string, type: string, parent?: object): object => ({
    id,
    parent,
    businessObject: { $type: type },
  });
  const shapes: Record<string, object> = {
    root: shape('root', 'bpmn:Process'),
    plane: shape('plane', 'bpmn:SubProcess'),
    leader: shape('leader', 'bpmn:UserTask', {}),
  };
  const marked: string[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const create = (): object => {
    let chosen: object[] = [];
    const select = (next: object | null): void => {
      chosen = next ? [next] : [];
      listeners.get('selection.changed')?.({ newSelection: chosen });
    };
    const areas: Record<string, object> = {
      eventBus: {
        on: (name: string, ...rest: unknown[]) => listeners.set(name, rest.at(-1) as (event: object) => void),
      },
      selection: { get: () => chosen, select, isSelected: (element: object) => chosen.includes(element) },
      elementRegistry: { get: (id: string) => shapes[id] },
      canvas: {
        getRootElement: () => shapes.root,
        scrollToElement: () => undefined,
        viewbox: () => ({ inner: {}, outer: {} }),
        getContainer: () => document.body,
        zoom: () => 1,
        addMarker: (_: string, mark: string) => marked.push(mark),
      },
      overlays: {},
    };
    return {
      get: (name: string) => areas[name],
      importXML: async () => select(null),
      destroy: () => undefined,
    };
  };
  return { create, listeners, shapes, marked };
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
      commentCounts={new Map()}
      onChange={() => undefined}
      onComments={() => undefined}
      onError={() => undefined}
      onSelect={({ id }: DiagramElement) => {
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

it('keeps the selected element selected when it is clicked, and colours no element for a problem of the process or of an opened sub-process', async () => {
  const selected: string[] = [];
  const ref = createRef<DiagramHandle>();
  render(
    <Diagram
      ref={ref}
      text={await newProcessText('a', '甲')}
      marks={new Map([['root', 'warning'] as const, ['plane', 'warning'] as const, ['leader', 'error'] as const])}
      commentCounts={new Map()}
      onChange={() => undefined}
      onComments={() => undefined}
      onError={() => undefined}
      onSelect={({ id }: DiagramElement) => selected.push(id)}
      onDrawn={() => undefined}
    />,
  );
  await waitFor(() => expect(selected).toEqual(['root']));
  const stopPropagation = vi.fn();
  const click = (shiftKey = false): void =>
    library.listeners.get('element.click')?.({
      element: library.shapes['leader'],
      originalEvent: { button: 0, shiftKey },
      stopPropagation,
    });
  click();
  expect(stopPropagation).not.toHaveBeenCalled();
  act(() => void ref.current?.show('leader'));
  click(true);
  expect(stopPropagation).not.toHaveBeenCalled();
  click();
  expect(stopPropagation).toHaveBeenCalledOnce();
  expect(selected).toEqual(['root', 'leader', 'leader']);
  expect(new Set(library.marked)).toEqual(new Set(['fd-error']));
});

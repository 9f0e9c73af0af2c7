import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import { drawable } from '../model/drawable.ts';
import type { Drawing, Shape } from './library.ts';
import { fit } from './fit.ts';
import { createModeler } from './modeler.ts';
import { useCommentMarks } from './useCommentMarks.ts';

export type Mark = 'error' | 'warning' | 'path';

export interface DiagramHandle {
  drawing(): Drawing | null;
  /** Selects an element and brings it into view; false when it is not drawn. */
  show(id: string): boolean;
}

interface Props {
  text: string;
  /** Every change, as the text it leads to; `latest` settles when it is known. */
  onChange(latest: Promise<string>): void;
  onSelect(element: Shape): void;
  /** After every change of what is drawn or selected, for what shows it. */
  onDrawn(): void;
  onFault(detail: string): void;
  marks: ReadonlyMap<string, Mark>;
  /** Number of unresolved comments by element. */
  comments: ReadonlyMap<string, number>;
  onComments(id: string): void;
  ref?: Ref<DiagramHandle>;
}

/** The process as a diagram that is drawn by hand. Texts from elsewhere are drawn anew, its own changes are told. */
export function Diagram({ text, onChange, onSelect, onDrawn, onFault, marks, comments, onComments, ref }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | null>(null);
  /** The text that is drawn. */
  const drawn = useRef<string | null>(null);
  const marked = useRef<Map<string, Mark>>(new Map());
  const told = useRef({ onChange, onSelect, onDrawn, onFault });
  useEffect(() => {
    told.current = { onChange, onSelect, onDrawn, onFault };
  });

  useEffect(() => {
    if (!host.current) return undefined;
    const made = createModeler(host.current);
    drawing.current = made;
    const bus = made.get('eventBus');
    bus.on('commandStack.changed', ((event: { trigger?: string }) => {
      told.current.onDrawn();
      if (event.trigger === 'clear') return;
      told.current.onChange(
        made.saveXML({ format: true }).then(({ xml = '' }) => {
          drawn.current = xml;
          return xml;
        }),
      );
    }) as never);
    bus.on('selection.changed', (({ newSelection }: { newSelection: Shape[] }) => {
      const [one] = newSelection;
      const shown = newSelection.length === 1 && one ? (one.labelTarget ?? one) : made.get('canvas').getRootElement();
      // before a process is read there is a root of the library's own
      if (shown.businessObject as Shape['businessObject'] | undefined) told.current.onSelect(shown);
    }) as never);
    return () => {
      drawing.current = null;
      drawn.current = null;
      made.destroy();
    };
  }, []);

  useEffect(() => {
    const made = drawing.current;
    if (!made || drawn.current === text) return undefined;
    drawn.current = text;
    let isWanted = true;
    drawable(text)
      .then((xml) => made.importXML(xml))
      .then(
        () => {
          if (!isWanted) return;
          marked.current.clear();
          const canvas = made.get('canvas');
          fit(made);
          told.current.onSelect(canvas.getRootElement());
          told.current.onDrawn();
        },
        (error: unknown) => {
          if (isWanted) told.current.onFault(error instanceof Error ? error.message : String(error));
        },
      );
    return () => {
      isWanted = false;
    };
  }, [text]);

  useEffect(() => {
    const made = drawing.current;
    if (!made) return;
    const [canvas, registry] = [made.get('canvas'), made.get('elementRegistry')];
    for (const [id, mark] of marked.current)
      if (marks.get(id) !== mark && registry.get(id)) canvas.removeMarker(id, `fd-${mark}`);
    for (const [id, mark] of marks) if (registry.get(id)) canvas.addMarker(id, `fd-${mark}`);
    marked.current = new Map(marks);
  });

  useCommentMarks({ drawing, comments, onComments });

  useImperativeHandle(
    ref,
    () => ({
      drawing: () => drawing.current,
      show(id) {
        const made = drawing.current;
        const shape = made?.get('elementRegistry').get(id);
        if (!made || !shape) return false;
        made.get('selection').select(shape);
        made.get('canvas').scrollToElement(shape, 80);
        return true;
      },
    }),
    [],
  );
  return <div ref={host} className="fd-canvas" data-canvas="flow" role="application" aria-label="流程图" />;
}

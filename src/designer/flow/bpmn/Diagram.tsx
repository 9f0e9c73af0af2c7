import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import { ensureDiagram } from '../model/ensureDiagram.ts';
import type { Drawing, DiagramElement } from './bpmnJsTypes.ts';
import { fitToViewport } from './fitToViewport.ts';
import { createModeler } from './modeler.ts';
import { useCommentMarks } from './useCommentMarks.ts';

/** The marking of an element: it has a problem, or it is on the path of the last trial. */
export type Mark = 'error' | 'warning' | 'path';

export interface DiagramHandle {
  drawing(): Drawing | null;
  /** Selects an element and scrolls to it. Returns false if it is not in the diagram. */
  show(id: string): boolean;
}

interface Props {
  text: string;
  /** Called with a promise of the new text after every change. */
  onChange(latest: Promise<string>): void;
  onSelect(element: DiagramElement): void;
  /** Called after every change of the diagram, and when a text has been imported. */
  onDrawn(): void;
  onError(detail: string): void;
  marks: ReadonlyMap<string, Mark>;
  /** Number of unresolved comments by element. */
  commentCounts: ReadonlyMap<string, number>;
  /** Called when the comment mark of an element is clicked. */
  onComments(id: string): void;
  ref?: Ref<DiagramHandle>;
}

/** Free space around an element to which the diagram scrolls. */
const SCROLL_PADDING_PX = 80;

/** The listeners of the library have the priority 1000. */
const HIGH_PRIORITY = 1500;

interface ElementClick {
  element: DiagramElement;
  originalEvent: MouseEvent;
  stopPropagation(): void;
}

/** The process as an editable diagram. A text that was not produced by changes of the diagram is imported again. */
export function Diagram({ text, onChange, onSelect, onDrawn, onError, marks, commentCounts, onComments, ref }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | null>(null);
  /** The text that the diagram shows. */
  const drawnText = useRef<string | null>(null);
  /** True during an import. The library then selects the root element, which must be ignored. */
  const isImporting = useRef(false);
  const shownMarks = useRef<Map<string, Mark>>(new Map());
  const callbacks = useRef({ onChange, onSelect, onDrawn, onError });
  useEffect(() => {
    callbacks.current = { onChange, onSelect, onDrawn, onError };
  });

  useEffect(() => {
    if (!container.current) return undefined;
    const modeler = createModeler(container.current);
    drawing.current = modeler;
    const eventBus = modeler.get('eventBus');
    eventBus.on('commandStack.changed', ((event: { trigger?: string }) => {
      callbacks.current.onDrawn();
      if (event.trigger === 'clear') return;
      callbacks.current.onChange(
        modeler.saveXML({ format: true }).then(({ xml = '' }) => {
          drawnText.current = xml;
          return xml;
        }),
      );
    }) as never);
    eventBus.on('selection.changed', (({ newSelection }: { newSelection: DiagramElement[] }) => {
      if (isImporting.current) return;
      const [first] = newSelection;
      const shownShape =
        newSelection.length === 1 && first ? (first.labelTarget ?? first) : modeler.get('canvas').getRootElement();
      // before a process is imported, the root element of the library has no business object
      if (shownShape.businessObject as DiagramElement['businessObject'] | undefined)
        callbacks.current.onSelect(shownShape);
    }) as never);
    // in the library a click on the selected element deselects it; this listener keeps the element selected and shows
    // its settings again
    eventBus.on('element.click', HIGH_PRIORITY, ((event: ElementClick) => {
      const selection = modeler.get('selection');
      const isPlainClick = event.originalEvent.button === 0 && !event.originalEvent.shiftKey;
      if (!isPlainClick || selection.get().length !== 1 || !selection.isSelected(event.element)) return;
      event.stopPropagation();
      callbacks.current.onSelect(event.element.labelTarget ?? event.element);
    }) as never);
    return () => {
      drawing.current = null;
      drawnText.current = null;
      modeler.destroy();
    };
  }, []);

  useEffect(() => {
    const modeler = drawing.current;
    if (!modeler || drawnText.current === text) return undefined;
    drawnText.current = text;
    let isCurrent = true;
    isImporting.current = true;
    ensureDiagram(text)
      .then((xml) => modeler.importXML(xml))
      .then(
        () => {
          if (!isCurrent) return;
          isImporting.current = false;
          shownMarks.current.clear();
          fitToViewport(modeler);
          // shows an element that was requested during the import
          callbacks.current.onDrawn();
          if (modeler.get('selection').get().length === 0)
            callbacks.current.onSelect(modeler.get('canvas').getRootElement());
        },
        (error: unknown) => {
          if (!isCurrent) return;
          isImporting.current = false;
          callbacks.current.onError(error instanceof Error ? error.message : String(error));
        },
      );
    return () => {
      isCurrent = false;
      isImporting.current = false;
    };
  }, [text]);

  useEffect(() => {
    const modeler = drawing.current;
    if (!modeler) return;
    const [canvas, registry] = [modeler.get('canvas'), modeler.get('elementRegistry')];
    for (const [id, mark] of shownMarks.current)
      if (marks.get(id) !== mark && registry.get(id)) canvas.removeMarker(id, `fd-${mark}`);
    // A mark of the whole process or of an opened sub-process, which have no parent, would colour every element. The
    // problem is in the list below the diagram.
    const hasParent = (id: string): boolean => (registry.get(id)?.parent ?? null) !== null;
    for (const [id, mark] of marks) if (hasParent(id)) canvas.addMarker(id, `fd-${mark}`);
    shownMarks.current = new Map(marks);
  });

  useCommentMarks({ drawing, commentCounts, onComments });

  useImperativeHandle(
    ref,
    () => ({
      drawing: () => drawing.current,
      show(id) {
        const modeler = drawing.current;
        const shape = modeler?.get('elementRegistry').get(id);
        if (!modeler || !shape) return false;
        modeler.get('selection').select(shape);
        modeler.get('canvas').scrollToElement(shape, SCROLL_PADDING_PX);
        return true;
      },
    }),
    [],
  );
  return <div ref={container} className="fd-canvas" data-canvas="flow" role="application" aria-label="流程图" />;
}

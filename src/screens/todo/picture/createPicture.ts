import type NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import type { FlowProgress } from '../../../runtime/services/tasks.ts';
import { STATE_NAMES } from './states.ts';

/** The parts of the diagram library's services that are used here; the library has no types for them. */
interface Canvas {
  zoom(level?: number | 'fit-viewport', centre?: 'auto'): number;
  addMarker(id: string, marker: string): void;
  removeMarker(id: string, marker: string): void;
  scrollToElement(id: string): void;
}
interface Elements {
  get(id: string): object | undefined;
  getGraphics(id: string): SVGElement | undefined;
}
interface Events {
  on(event: string, listener: (event: { element: { id: string } }) => void): void;
}
interface Overlays {
  add(id: string, overlay: { position: object; html: HTMLElement }): void;
}

/** A rendered process diagram. */
export interface Picture {
  /** Parses and renders the process. Must be called before the other functions. */
  open(): Promise<void>;
  /** Highlights the selected node; null: none. */
  select(id: string | null): void;
  zoom(factor: number): void;
  fit(): void;
  close(): void;
}

const FONT = "-apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif";
/**
 * The smallest zoom at which the whole diagram is shown. A diagram that needs a smaller zoom is shown in part, at
 * READABLE_ZOOM around the current node.
 */
const MIN_FIT_ZOOM = 0.55;
const READABLE_ZOOM = 0.8;
/** Factor by which the zoom that fits the diagram is reduced, for a margin around it. */
const FIT_MARGIN = 0.94;
const MAX_ZOOM = 4;
/**
 * Matches the label positions that other editors write. They are removed, because these label boxes are too narrow for
 * Chinese names.
 */
const LABEL_BOXES = /<(\w+:)?BPMNLabel\b[^>]*?(?:\/>|>[\s\S]*?<\/\1?BPMNLabel>)/g;

/**
 * Creates the diagram of a process in `container`. Nodes with progress are coloured by state; clicking or focusing one
 * of them calls `onChoose`.
 */
export function createPicture(
  Viewer: typeof NavigatedViewer,
  container: HTMLElement,
  { progress, onChoose }: { progress: FlowProgress; onChoose(id: string): void },
): Picture {
  const viewer = new Viewer({
    container,
    textRenderer: {
      defaultStyle: { fontFamily: FONT, fontSize: 13 },
      externalStyle: { fontFamily: FONT, fontSize: 12 },
    },
    bpmnRenderer: {
      defaultFillColor: 'var(--sf-surface)',
      defaultStrokeColor: 'var(--sf-text-2)',
      defaultLabelColor: 'var(--sf-text)',
    },
  } as ConstructorParameters<typeof NavigatedViewer>[0]);
  const canvas = (): Canvas => viewer.get<Canvas>('canvas');
  const elements = (): Elements => viewer.get<Elements>('elementRegistry');
  const drawnNodes = () => progress.nodes.filter(({ nodeId }) => elements().get(nodeId));
  let selectedId: string | null = null;

  const fit = (): void => {
    canvas().zoom('fit-viewport', 'auto');
    if (canvas().zoom() >= MIN_FIT_ZOOM) {
      canvas().zoom(canvas().zoom() * FIT_MARGIN, 'auto');
      return;
    }
    canvas().zoom(READABLE_ZOOM);
    const target = drawnNodes().find(({ state }) => state === 'current') ?? drawnNodes()[0];
    if (target) canvas().scrollToElement(target.nodeId);
  };
  const markNodes = (): void => {
    for (const { nodeId, taskNode, state, steps, pending } of drawnNodes()) {
      canvas().addMarker(nodeId, `fp-${state}`);
      const graphics = elements().getGraphics(nodeId);
      const people = [...new Set([...pending.flatMap(({ names }) => names), ...steps.map(({ userName }) => userName)])];
      if (graphics) {
        const attributes = {
          tabindex: '0',
          role: 'button',
          'aria-label': [taskNode, STATE_NAMES[state], people.join('、')].filter(Boolean).join('，'),
          'data-node': nodeId,
          'data-state': state,
        };
        for (const [name, value] of Object.entries(attributes)) graphics.setAttribute(name, value);
        graphics.addEventListener('focus', () => onChoose(nodeId));
        graphics.addEventListener('keydown', (event) => {
          if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault();
            onChoose(nodeId);
          }
        });
      }
      const labelNames =
        state === 'current' ? pending.flatMap(({ names }) => names) : steps.slice(-1).map(({ userName }) => userName);
      if (labelNames.length === 0) continue;
      const html = document.createElement('div');
      html.className = `fp-who fp-who-${state}`;
      html.textContent =
        labelNames.length > 2 ? `${labelNames.slice(0, 2).join('、')}等${labelNames.length}人` : labelNames.join('、');
      viewer.get<Overlays>('overlays').add(nodeId, { position: { bottom: -4, left: 0 }, html });
    }
  };
  return {
    fit,
    async open() {
      await viewer.importXML(progress.xml.replace(LABEL_BOXES, ''));
      viewer.get<Events>('eventBus').on('element.click', ({ element }) => {
        if (progress.nodes.some(({ nodeId }) => nodeId === element.id)) onChoose(element.id);
      });
      markNodes();
      fit();
    },
    select(id) {
      if (selectedId !== null && elements().get(selectedId)) canvas().removeMarker(selectedId, 'fp-chosen');
      selectedId = id;
      if (id !== null && elements().get(id)) canvas().addMarker(id, 'fp-chosen');
    },
    zoom(factor) {
      canvas().zoom(Math.min(MAX_ZOOM, canvas().zoom() * factor), 'auto');
    },
    close: () => viewer.destroy(),
  };
}

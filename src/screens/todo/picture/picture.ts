import type NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import type { FlowProgress } from '../../../runtime/services/tasks.ts';
import { STATE_NAMES } from './states.ts';

/** What is used of the library's services, which are untyped at this boundary. */
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

export interface Picture {
  open(): Promise<void>;
  /** Shows which node is looked at. */
  choose(id: string | null): void;
  zoom(factor: number): void;
  fit(): void;
  close(): void;
}

const FONT = "-apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif";
/** Smaller than this nobody reads it: then it is moved to where the process stands instead. */
const SMALLEST = 0.55;
const READABLE = 0.8;
/** Of the window, so that nothing touches its edge. */
const AIR = 0.94;
const LARGEST = 4;
/** Where other editors put names, sized for their Latin type: Chinese would be broken into single characters there. */
const NAME_BOXES = /<(\w+:)?BPMNLabel\b[^>]*?(?:\/>|>[\s\S]*?<\/\1?BPMNLabel>)/g;

/** Draws a process into `container`: nodes coloured by state, each that somebody acted on can be clicked and focused. */
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
  const shown = () => progress.nodes.filter(({ nodeId }) => elements().get(nodeId));
  let chosen: string | null = null;

  const fit = (): void => {
    canvas().zoom('fit-viewport', 'auto');
    if (canvas().zoom() >= SMALLEST) {
      canvas().zoom(canvas().zoom() * AIR, 'auto');
      return;
    }
    canvas().zoom(READABLE);
    const at = shown().find(({ state }) => state === 'current') ?? shown()[0];
    if (at) canvas().scrollToElement(at.nodeId);
  };
  const mark = (): void => {
    for (const { nodeId, taskNode, state, steps, pending } of shown()) {
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
      const who =
        state === 'current' ? pending.flatMap(({ names }) => names) : steps.slice(-1).map(({ userName }) => userName);
      if (who.length === 0) continue;
      const html = document.createElement('div');
      html.className = `fp-who fp-who-${state}`;
      html.textContent = who.length > 2 ? `${who.slice(0, 2).join('、')}等${who.length}人` : who.join('、');
      viewer.get<Overlays>('overlays').add(nodeId, { position: { bottom: -4, left: 0 }, html });
    }
  };
  return {
    fit,
    async open() {
      await viewer.importXML(progress.xml.replace(NAME_BOXES, ''));
      viewer.get<Events>('eventBus').on('element.click', ({ element }) => {
        if (progress.nodes.some(({ nodeId }) => nodeId === element.id)) onChoose(element.id);
      });
      mark();
      fit();
    },
    choose(id) {
      if (chosen !== null && elements().get(chosen)) canvas().removeMarker(chosen, 'fp-chosen');
      chosen = id;
      if (id !== null && elements().get(id)) canvas().addMarker(id, 'fp-chosen');
    },
    zoom(factor) {
      canvas().zoom(Math.min(LARGEST, canvas().zoom() * factor), 'auto');
    },
    close: () => viewer.destroy(),
  };
}

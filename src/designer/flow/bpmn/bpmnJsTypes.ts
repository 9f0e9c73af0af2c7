import type { Element } from '../model/moddle.ts';

// stricter types for those parts of bpmn-js (the library that draws processes) that are used here

/** A shape or a connection in a diagram, as drawn. `businessObject`: the element of the BPMN file that it shows. */
export interface DiagramElement {
  id: string;
  type: string;
  businessObject: Element;
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  waypoints?: object[];
  labelTarget?: DiagramElement;
  parent?: DiagramElement;
}
export interface EventBus {
  on(event: string | string[], callback: (event: never) => void): void;
  on(event: string | string[], priority: number, callback: (event: never) => void): void;
}
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Canvas {
  viewbox(): { inner: Box; outer: { width: number; height: number } };
  viewbox(box: Box): void;
  getContainer(): HTMLElement;
  zoom(level: number | 'fit-viewport', center?: 'auto'): number;
  addMarker(id: string, marker: string): void;
  removeMarker(id: string, marker: string): void;
  scrollToElement(element: DiagramElement, padding?: number): void;
  getRootElement(): DiagramElement;
  resized(): void;
  focus(): void;
}
export interface Overlays {
  add(id: string, overlay: { position: { top: number; left: number }; html: HTMLElement }): string;
  remove(overlay: string): void;
}
export interface ElementRegistry {
  get(id: string): DiagramElement | undefined;
  filter(test: (element: DiagramElement) => boolean): DiagramElement[];
}
export interface Modeling {
  updateProperties(element: DiagramElement, properties: object): void;
  updateModdleProperties(element: DiagramElement, moddleElement: object, properties: object): void;
}
export interface CommandStack {
  canUndo(): boolean;
  canRedo(): boolean;
  undo(): void;
  redo(): void;
}
export interface Selection {
  get(): DiagramElement[];
  isSelected(element: DiagramElement): boolean;
  select(element: DiagramElement | DiagramElement[] | null): void;
}
export interface ElementFactory {
  createShape(attributes: object): DiagramElement;
}
export interface Create {
  start(event: unknown, shape: DiagramElement | DiagramElement[], hints?: object): void;
}
export interface Tool {
  activateHand?(event: unknown): void;
  activateSelection?(event: unknown): void;
  start?(event: unknown): void;
}
export interface MenuEntry {
  group: string;
  className?: string;
  title?: string;
  separator?: boolean;
  action?: object;
  label?: string;
}
export type MenuEntries = Record<string, MenuEntry>;
export interface PaletteRegistry {
  registerProvider(provider: object): void;
}
export interface ContextPadRegistry {
  registerProvider(priority: number, provider: object): void;
}
export interface PopupRegistry {
  registerProvider(id: string, priority: number, provider: object): void;
}
export interface AutoPlace {
  append(source: DiagramElement, shape: DiagramElement): void;
}
export interface BpmnFactory {
  create(type: string, attributes?: object): Element;
}

/** The services of an instance of bpmn-js, by the names under which `get` returns them. */
export interface DrawingServices {
  eventBus: EventBus;
  canvas: Canvas;
  overlays: Overlays;
  elementRegistry: ElementRegistry;
  modeling: Modeling;
  commandStack: CommandStack;
  selection: Selection;
  bpmnFactory: BpmnFactory;
}

/** An instance of bpmn-js that shows one diagram: an editable `Modeler` or a read-only `Viewer`. */
export interface Drawing {
  importXML(xml: string): Promise<{ warnings: unknown[] }>;
  saveXML(options: { format: boolean }): Promise<{ xml?: string }>;
  saveSVG(): Promise<{ svg: string }>;
  get<K extends keyof DrawingServices>(name: K): DrawingServices[K];
  attachTo(parent: HTMLElement): void;
  destroy(): void;
}

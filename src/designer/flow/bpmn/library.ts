import type { Element } from '../model/moddle.ts';

// stricter types for those parts of bpmn-js (the library that draws processes) that are used here

/** A shape or a connection in a diagram, as drawn. `businessObject`: the element of the BPMN file that it shows. */
export interface Shape {
  id: string;
  type: string;
  businessObject: Element;
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  waypoints?: object[];
  labelTarget?: Shape;
  parent?: Shape;
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
  scrollToElement(element: Shape, padding?: number): void;
  getRootElement(): Shape;
  resized(): void;
  focus(): void;
}
export interface Overlays {
  add(id: string, overlay: { position: { top: number; left: number }; html: HTMLElement }): string;
  remove(overlay: string): void;
}
export interface ElementRegistry {
  get(id: string): Shape | undefined;
  filter(test: (element: Shape) => boolean): Shape[];
}
export interface Modeling {
  updateProperties(element: Shape, properties: object): void;
  updateModdleProperties(element: Shape, moddleElement: object, properties: object): void;
}
export interface CommandStack {
  canUndo(): boolean;
  canRedo(): boolean;
  undo(): void;
  redo(): void;
}
export interface Selection {
  get(): Shape[];
  isSelected(element: Shape): boolean;
  select(element: Shape | Shape[] | null): void;
}
export interface ElementFactory {
  createShape(attributes: object): Shape;
}
export interface Create {
  start(event: unknown, shape: Shape | Shape[], hints?: object): void;
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
  append(source: Shape, shape: Shape): void;
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

/** Type declarations for the parts of the package that are used here; the package has no declarations. */
declare module 'bpmn-moddle' {
  export class BpmnModdle {
    constructor(packages?: Record<string, object>);
    /** Rejects a text that is not BPMN; reports unknown elements and attributes as warnings. */
    fromXML(xml: string): Promise<{
      rootElement: unknown;
      elementsById: Record<string, unknown>;
      warnings: { message: string; property?: string; value?: string; element?: unknown }[];
    }>;
    create(type: string, properties?: object): unknown;
    toXML(element: unknown, options?: { format?: boolean }): Promise<{ xml: string }>;
  }
}

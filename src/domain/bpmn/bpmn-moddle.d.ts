/** The package ships no declaration of its own entry; only what is used here. */
declare module 'bpmn-moddle' {
  export class BpmnModdle {
    constructor(packages?: Record<string, object>);
    /** Rejects on text that is not BPMN; what it does not know it reports as warnings. */
    fromXML(xml: string): Promise<{
      rootElement: unknown;
      elementsById: Record<string, unknown>;
      warnings: { message: string; property?: string; value?: string; element?: unknown }[];
    }>;
    create(type: string, properties?: object): unknown;
    toXML(element: unknown, options?: { format?: boolean }): Promise<{ xml: string }>;
  }
}

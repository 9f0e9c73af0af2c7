/**
 * Thrown when the flow cannot continue at an element (`elementId`). `message` is a Chinese sentence for the
 * administrator.
 */
export class FlowFault extends Error {
  override name = 'FlowFault';
  readonly element: string;
  constructor(element: string, detail: string) {
    super(detail);
    this.element = element;
  }
}

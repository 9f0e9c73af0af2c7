/**
 * Thrown when the flow cannot continue at an element (`elementId`). `message` is a Chinese sentence for the
 * administrator.
 */
export class FlowFault extends Error {
  override name = 'FlowFault';
  readonly elementId: string;
  constructor(elementId: string, detail: string) {
    super(detail);
    this.elementId = elementId;
  }
}

import type { ServerResponse } from 'node:http';

/**
 * Calls a function once when an answer has been sent or its connection is lost; at once when that has happened already,
 * since the event does not come again.
 */
export function onClose(response: ServerResponse, callback: () => void): void {
  if (response.closed) callback();
  else response.once('close', callback);
}

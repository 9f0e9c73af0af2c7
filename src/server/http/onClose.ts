import type { ServerResponse } from 'node:http';

/**
 * Calls a function once, when a response has been sent or its connection is lost. If the response is already closed,
 * calls it at once, because the `close` event does not occur again.
 */
export function onClose(response: ServerResponse, callback: () => void): void {
  if (response.closed) callback();
  else response.once('close', callback);
}

import { useEffect } from 'react';
import { useServices } from '../contexts.ts';
import type { Topic } from '../services/messageServices.ts';

/**
 * Calls the listener at each server event of the topic; without a topic (null), never. A new listener function
 * subscribes again, so pass the same one at each render.
 */
export function useServerEvents(topic: Topic | null, listener: () => void): void {
  const { serverEvents } = useServices();
  useEffect(() => (topic === null ? undefined : serverEvents?.on(topic, listener)), [serverEvents, topic, listener]);
}

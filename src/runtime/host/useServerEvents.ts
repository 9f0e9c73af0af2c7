import { useEffect } from 'react';
import { useServices } from '../contexts.ts';
import type { Topic } from '../services/messageServices.ts';

/**
 * Calls the listener at each server event of the topic; without a topic (null), never. A different listener function
 * causes a new subscription, so pass the same function at each render.
 */
export function useServerEvents(topic: Topic | null, listener: () => void): void {
  const { serverEvents } = useServices();
  useEffect(() => (topic === null ? undefined : serverEvents?.on(topic, listener)), [serverEvents, topic, listener]);
}

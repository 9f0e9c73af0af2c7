import { useEffect } from 'react';
import { useServices } from '../contexts.ts';
import type { Topic } from '../services/messageServices.ts';

/**
 * Calls the listener at each server event of the topic; with the topic null, never. Pass the same listener function at
 * each render: a new function subscribes again.
 */
export function useServerEvents(topic: Topic | null, listener: () => void): void {
  const { serverEvents } = useServices();
  useEffect(() => (topic === null ? undefined : serverEvents?.on(topic, listener)), [serverEvents, topic, listener]);
}

import { useEffect } from 'react';
import { useServices } from '../contexts.ts';
import type { Topic } from '../services/messageServices.ts';

/** Runs `onNews` when something of a topic is new. Keep its identity, or the subscription starts anew. */
export function useNews(topic: Topic | null, onNews: () => void): void {
  const { news } = useServices();
  useEffect(() => (topic === null ? undefined : news?.on(topic, onNews)), [news, topic, onNews]);
}

import { createElement, type ComponentType, type FunctionComponent } from 'react';
import { late } from '../host/lazyLoader.ts';

export type LazyFace<P> = FunctionComponent<P> & {
  preload(): Promise<void>;
  /** Hands over the face by whoever has it already, so that nothing is awaited. */
  provide(face: ComponentType<P>): void;
  /** The face itself once it is there: a component less around what renders without waiting. */
  now(): ComponentType<P> | null;
};

/** A face that is downloaded when first shown. Unlike React.lazy it renders at once after `preload`, and a failure is not for good (see `late`). */
export function lazyFace<P extends object>(load: () => Promise<ComponentType<P>>): LazyFace<P> {
  const { now, read, preload, provide } = late(load);
  const Face = (props: P) => createElement(now() ?? read(), props);
  return Object.assign(Face, { preload, provide, now });
}

/** Starts the download of a face that is lazy; anything else is there already. A failure shows where the face renders. */
export function preloadFace(face: unknown): Promise<void> {
  const { preload } = (face ?? {}) as Partial<LazyFace<object>>;
  return preload === undefined ? Promise.resolve() : preload().catch(() => undefined);
}

/** Must it stand inside a Suspense? What is no lazy face is there already. */
export const isLazy = (face: unknown): boolean =>
  (face as Partial<LazyFace<object>> | undefined)?.preload !== undefined;

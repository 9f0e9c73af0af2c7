import { createElement, type ComponentType, type FunctionComponent } from 'react';
import { createLazyValue } from '../host/lazyLoader.ts';

export type LazyFace<P> = FunctionComponent<P> & {
  preload(): Promise<void>;
  /** Sets the face when its module is already loaded, so that no render has to wait. */
  provide(face: ComponentType<P>): void;
  /** Returns the loaded face, else null. Rendering that face directly saves the wrapper component. */
  peek(): ComponentType<P> | null;
};

/**
 * Wraps a face that is downloaded at its first render. Unlike React.lazy it renders at once after `preload`, and
 * retries after a failed download (see `createLazyValue`).
 */
export function lazyFace<P extends object>(load: () => Promise<ComponentType<P>>): LazyFace<P> {
  const { peek, read, preload, provide } = createLazyValue(load);
  const Face = (props: P) => createElement(peek() ?? read(), props);
  return Object.assign(Face, { preload, provide, peek });
}

/**
 * Starts the download of a lazy face; does nothing for any other value. A failed download is reported when the face
 * renders.
 */
export function preloadFace(face: unknown): Promise<void> {
  const { preload } = (face ?? {}) as Partial<LazyFace<object>>;
  return preload === undefined ? Promise.resolve() : preload().catch(() => undefined);
}

/** Returns true for a lazy face, which must be rendered inside a Suspense. */
export const isLazy = (face: unknown): boolean =>
  (face as Partial<LazyFace<object>> | undefined)?.preload !== undefined;

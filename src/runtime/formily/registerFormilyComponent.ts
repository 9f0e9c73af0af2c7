import type { ComponentType } from 'react';
import { TAGS } from '../../grammar/tags.ts';
import { RegistryError, type Registrar } from '../../kernel/index.ts';
import type { Faces } from '../node/faces.ts';
import { lazyFace } from '../node/LazyFace.tsx';
import type { FormilyControl } from './formilyFace.tsx';

/** Options for registering a Formily component as a widget: its React-free definition, its view face, its height. */
export interface FormilyWidgetOptions<N = never> extends FormilyControl<N> {
  /** Face for read-only values. It must not use Formily, because a read-only page creates no Formily form. */
  view: Faces['view'];
  /** Height of the control in px; absent for a single-line control. */
  reserve?: Faces['reserve'];
}

/**
 * Registers a component that was written for Formily (`useField`, `useForm`, `useFieldSchema`, `connect`) as the widget
 * of a tag. Formily and the component are downloaded when a form first shows the widget. Throws RegistryError when the
 * tag has no grammar file or `view` is missing.
 */
export function registerFormilyComponent<N>(
  registrar: Registrar<Faces>,
  tag: string,
  loadComponent: () => Promise<ComponentType<never>>,
  { view, reserve, ...control }: FormilyWidgetOptions<N>,
): void {
  if (!Object.hasOwn(TAGS, tag)) throw new RegistryError(`widget "${tag}" has no grammar file`);
  if (!view) throw new RegistryError(`widget "${tag}" has no view face`);
  registrar.registerWidget({
    definition: control.definition as never,
    faces: {
      edit: lazyFace(async () => {
        const [{ formilyFace }, loaded] = await Promise.all([import('./formilyFace.tsx'), loadComponent()]);
        return formilyFace(loaded, control as unknown as FormilyControl);
      }),
      view,
      ...(reserve ? { reserve } : {}),
      ...(control.isGroup ? { isGroup: true } : {}),
    },
  });
}

import type { WidgetDefinition } from './widget.ts';

/** A registered widget: its React-free definition and its faces (opaque to the kernel). */
export interface Registered<Faces> {
  definition: WidgetDefinition;
  faces: Faces;
}

/** The part of the registry that parsing and compiling need; browser and server each build one. */
export interface Vocabulary {
  definition(tag: string): WidgetDefinition | undefined;
}

/** An action that a document may name (list buttons, operation columns); the caller defines its argument. */
export type Action = (context: never) => unknown;

/** The widgets and actions of one application. */
export interface Registry<Faces> extends Vocabulary {
  widget(tag: string): Registered<Faces> | undefined;
  action(name: string): Action | undefined;
  tags(): readonly string[];
}

/** The functions with which a plugin registers its parts. */
export interface Registrar<Faces> {
  registerWidget(widget: Registered<Faces>): void;
  registerAction(name: string, action: Action): void;
}

/** A named bundle of widgets and actions; the built-in ones are registered in the same way. */
export interface Plugin<Faces> {
  name: string;
  install(registrar: Registrar<Faces>): void;
}

/** Thrown for an invalid registration. */
export class RegistryError extends Error {
  override name = 'RegistryError';
}

/**
 * Installs the plugins in order and freezes the result. Throws RegistryError if a tag or action is registered twice, or
 * if a plugin registers something after the installation.
 */
export function createRegistry<Faces>(plugins: readonly Plugin<Faces>[]): Registry<Faces> {
  const widgets = new Map<string, Registered<Faces>>();
  const actions = new Map<string, Action>();
  let isOpen = true;
  let pluginName = '';
  const assertOpen = (kindName: string): void => {
    if (!isOpen) throw new RegistryError(`${kindName} was registered after the registry was frozen`);
  };
  const registrar: Registrar<Faces> = {
    registerWidget(widget) {
      const { tag } = widget.definition;
      assertOpen(`widget "${tag}"`);
      if (widgets.has(tag)) throw new RegistryError(`widget "${tag}" is registered twice (plugin "${pluginName}")`);
      widgets.set(tag, widget);
    },
    registerAction(name, action) {
      assertOpen(`action "${name}"`);
      if (actions.has(name)) throw new RegistryError(`action "${name}" is registered twice (plugin "${pluginName}")`);
      actions.set(name, action);
    },
  };
  for (const plugin of plugins) {
    pluginName = plugin.name;
    plugin.install(registrar);
  }
  isOpen = false;
  return {
    widget: (tag) => widgets.get(tag),
    definition: (tag) => widgets.get(tag)?.definition,
    action: (name) => actions.get(name),
    tags: () => [...widgets.keys()],
  };
}

/** Creates a vocabulary from definitions alone, for the server and for tests. */
export function createVocabulary(definitions: readonly WidgetDefinition[]): Vocabulary {
  const byTag = new Map(definitions.map((definition) => [definition.tag, definition]));
  return { definition: (tag) => byTag.get(tag) };
}

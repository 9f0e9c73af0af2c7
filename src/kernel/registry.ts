import type { WidgetDefinition } from './widget.ts';

/** A registered widget: its React-free definition and its faces (opaque to the kernel). */
export interface Registered<Faces> {
  definition: WidgetDefinition;
  faces: Faces;
}

/** What parse and compile need to know of the vocabulary; browser and server each build one. */
export interface Vocabulary {
  definition(tag: string): WidgetDefinition | undefined;
}

/** An action a document may name (list buttons, operation columns); what it gets is the caller's contract. */
export type Action = (context: never) => unknown;

export interface Registry<Faces> extends Vocabulary {
  widget(tag: string): Registered<Faces> | undefined;
  action(name: string): Action | undefined;
  tags(): readonly string[];
}

/** What a plugin gets to register with. */
export interface Registrar<Faces> {
  registerWidget(widget: Registered<Faces>): void;
  registerAction(name: string, action: Action): void;
}

/** A named bundle of widgets and actions; built-ins come through the same door. */
export interface Plugin<Faces> {
  name: string;
  install(registrar: Registrar<Faces>): void;
}

export class RegistryError extends Error {
  override name = 'RegistryError';
}

/**
 * Installs the plugins in order and freezes the result.
 * Throws RegistryError on a tag or action registered twice, and when a kept registrar is used afterwards.
 */
export function createRegistry<Faces>(plugins: readonly Plugin<Faces>[]): Registry<Faces> {
  const widgets = new Map<string, Registered<Faces>>();
  const actions = new Map<string, Action>();
  let open = true;
  let current = '';
  const mustBeOpen = (what: string): void => {
    if (!open) throw new RegistryError(`${what} was registered after the registry was frozen`);
  };
  const registrar: Registrar<Faces> = {
    registerWidget(widget) {
      const { tag } = widget.definition;
      mustBeOpen(`widget "${tag}"`);
      if (widgets.has(tag)) throw new RegistryError(`widget "${tag}" is registered twice (plugin "${current}")`);
      widgets.set(tag, widget);
    },
    registerAction(name, action) {
      mustBeOpen(`action "${name}"`);
      if (actions.has(name)) throw new RegistryError(`action "${name}" is registered twice (plugin "${current}")`);
      actions.set(name, action);
    },
  };
  for (const plugin of plugins) {
    current = plugin.name;
    plugin.install(registrar);
  }
  open = false;
  return {
    widget: (tag) => widgets.get(tag),
    definition: (tag) => widgets.get(tag)?.definition,
    action: (name) => actions.get(name),
    tags: () => [...widgets.keys()],
  };
}

/** A vocabulary from definitions alone: the server's, and tests'. */
export function createVocabulary(definitions: readonly WidgetDefinition[]): Vocabulary {
  const byTag = new Map(definitions.map((definition) => [definition.tag, definition]));
  return { definition: (tag) => byTag.get(tag) };
}

import { describe, expect, it } from 'vitest';
import {
  createRegistry,
  createVocabulary,
  RegistryError,
  type Plugin,
  type Registrar,
} from '../../src/kernel/registry.ts';

const widget = (tag: string): { definition: { tag: string; kind: 'block' }; faces: string } => ({
  definition: { tag, kind: 'block' },
  faces: `faces of ${tag}`,
});
const plugin = (name: string, install: Plugin<string>['install']): Plugin<string> => ({ name, install });

describe('the registry', () => {
  it('holds what its plugins brought, in order', () => {
    const registry = createRegistry<string>([
      plugin('one', (to) => {
        to.registerWidget(widget('a'));
        to.registerAction('go', () => 1);
      }),
      plugin('two', (to) => to.registerWidget(widget('b'))),
    ]);
    expect(registry.tags()).toEqual(['a', 'b']);
    expect(registry.widget('b')?.faces).toBe('faces of b');
    expect(registry.definition('a')?.kind).toBe('block');
    expect([registry.widget('c'), registry.definition('constructor'), registry.action('no')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(registry.action('go')).toBeTypeOf('function');
  });

  it('refuses a tag or an action twice and names the plugin', () => {
    const twice = plugin('二', (to) => to.registerWidget(widget('a')));
    expect(() => createRegistry([plugin('一', (to) => to.registerWidget(widget('a'))), twice])).toThrow(
      /"a" is registered twice \(plugin "二"\)/,
    );
    expect(() =>
      createRegistry([
        plugin('x', (to) => {
          to.registerAction('go', () => 1);
          to.registerAction('go', () => 1);
        }),
      ]),
    ).toThrow(RegistryError);
  });

  it('is closed once it is made', () => {
    let kept: Registrar<string> | undefined;
    createRegistry([
      plugin('late', (to) => {
        kept = to;
      }),
    ]);
    expect(() => kept?.registerWidget(widget('a'))).toThrow(RegistryError);
    expect(() => kept?.registerAction('a', () => 1)).toThrow(RegistryError);
  });

  it('as a vocabulary needs definitions alone', () => {
    expect(createVocabulary([widget('a').definition]).definition('a')?.tag).toBe('a');
  });
});

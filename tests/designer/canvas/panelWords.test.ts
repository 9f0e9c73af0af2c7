import { describe, expect, it } from 'vitest';
import { FORM_PALETTE } from '../../../src/designer/canvas/model/palette.ts';
import { SCREEN_PALETTE, SHELL_PALETTE } from '../../../src/designer/canvas/model/screenPalette.ts';
import {
  formProperties,
  innerProperties,
  propertiesOf,
  type Property,
} from '../../../src/designer/canvas/properties/propertyModel.ts';
import { resolveSchema } from '../../../src/designer/editor/grammarDocs.ts';

const CHINESE = /[一-鿿]/;
/** Values that have no other name in Chinese. */
const AS_IT_IS = /^(GET|POST|[KMG]B|\d+|\d{4}-\d\d.*)$/;

/** What leads to an example. */
const EXAMPLE = /如 |如：|如[^果下何此]/;

/** Every key that a panel shows, with where it stands; those of rows and of objects too. */
function* shown(where: string, properties: readonly Property[]): Generator<{ where: string; property: Property }> {
  for (const property of properties) {
    const place = `${where} › ${property.key}`;
    yield { where: place, property };
    if (property.editor === 'object') yield* shown(place, innerProperties(property.schema));
    if (property.editor === 'rows') yield* shown(place, innerProperties(resolveSchema(property.schema.items ?? {})));
  }
}

const tags = new Set(
  [FORM_PALETTE, SCREEN_PALETTE, SHELL_PALETTE].flatMap(({ items }) =>
    items.flatMap(({ nodes }) => nodes.map(({ tag }) => tag)),
  ),
);
const all = [...shown('form', formProperties()), ...[...tags].flatMap((tag) => [...shown(tag, propertiesOf(tag))])];

describe('panels of the designer, for who cannot program', () => {
  it('call every key by a Chinese name', () => {
    expect(all.length).toBeGreaterThan(500);
    expect(
      all
        .filter(({ property }) => !CHINESE.test(property.name) || /^[a-z]/.test(property.name))
        .map(({ where }) => where),
    ).toEqual([]);
  });

  it('show every value of a list by a Chinese name', () => {
    const bare = all.flatMap(({ where, property: { editor, schema } }) =>
      editor === 'enum'
        ? (schema.enum ?? [])
            .map((value) => schema['x-labels']?.[String(value)] ?? String(value))
            .filter((label) => !CHINESE.test(label) && !AS_IT_IS.test(label))
            .map((label) => `${where}: ${label}`)
        : [],
    );
    expect(bare).toEqual([]);
  });

  it('say of every key what it does, with an example', () => {
    const bare = all.filter(({ property: { schema } }) => !EXAMPLE.test(schema['x-help'] ?? ''));
    expect(bare.map(({ where }) => where)).toEqual([]);
    // an example is of this key: a filler would fit every one
    const fillers = all.filter(({ property: { help } }) => /按需|根据需要|实际情况|等等/.test(help));
    expect(fillers.map(({ where, property }) => `${where}: ${property.help}`)).toEqual([]);
  });

  it('say what a key does without the words of the documents’ language', () => {
    const words = /CEL|插槽|isStatic|isDict|isEdit|staticJson|listNoAuth|\bfalse\b|\btrue\b/;
    const technical = all.filter(({ property: { help, group } }) => group !== 'advanced' && words.test(help));
    expect(technical.map(({ where, property }) => `${where}: ${property.help}`)).toEqual([]);
  });

  it('begin with the name of a choice and what can be chosen', () => {
    const [name, options] = propertiesOf('el-select');
    expect([name?.key, options?.editor]).toEqual(['label', 'options']);
    const linked = propertiesOf('el-input-number').filter(({ group }) => group === 'link');
    expect([linked[0]?.key, linked.length > 3]).toEqual(['rollup', true]);
  });
});

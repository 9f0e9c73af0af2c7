import { act, cleanup } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, expect, it } from 'vitest';
import { createDesign } from '../../../src/designer/canvas/model/design.ts';
import { withKeys } from '../../../src/designer/canvas/model/edits.ts';
import { formNotation } from '../../../src/designer/canvas/model/notation.ts';
import { FORM_PALETTE } from '../../../src/designer/canvas/model/palette.ts';
import { DesignerContext } from '../../../src/designer/canvas/designerContext.ts';
import { formKind, KindContext } from '../../../src/designer/document/documentKind.ts';
import { CommentsProvider, useComments, type Comments } from '../../../src/designer/reviews/CommentsContext.tsx';
import { createRegistry } from '../../../src/kernel/registry.ts';
import { fakeServices, fakeWidgets, renderAt, situation } from '../../screens/fakes.tsx';

afterEach(cleanup);

it('an edit renders nothing for comments while their panel is closed, and what was edited is known when it opens', async () => {
  const registry = createRegistry([fakeWidgets]);
  const text = JSON.stringify({
    formKey: 'car',
    formName: '用车',
    fields: [{ tag: 'el-input', __vModel__: 'why', label: '事由' }],
  });
  const design = createDesign({ text, notation: formNotation(registry, { formKey: 'car', formName: '用车' }) });
  const designing = {
    design,
    palette: FORM_PALETTE,
    syllables: () => null,
    isPublished: () => false,
    isPublishedOption: () => false,
    insert: () => undefined,
  };
  const seen: Comments[] = [];
  function Reader() {
    const comments = useComments();
    // after every render
    useEffect(() => {
      seen.push(comments);
    });
    return null;
  }
  const services = fakeServices({ request: async () => [] });
  await renderAt(
    '/m',
    services,
    <KindContext value={formKind(services)}>
      <DesignerContext value={designing}>
        <CommentsProvider documentKey="car">
          <Reader />
        </CommentsProvider>
      </DesignerContext>
    </KindContext>,
    situation,
  );
  const before = seen.length;
  const name = (label: string): void =>
    act(() => design.edit((doc) => ({ doc: withKeys(doc, ['fields', 0], { label }) })));
  name('用车事由');
  name('外出事由');
  expect(seen.length).toBe(before);
  expect(seen.at(-1)?.parts.nameOf('field:why')).toBe('外出事由');
  act(() => seen.at(-1)?.setShown(true));
  const opened = seen.length;
  name('出车事由');
  expect(seen.length).toBeGreaterThan(opened);
});

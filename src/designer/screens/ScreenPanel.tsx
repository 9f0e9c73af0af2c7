import { useCallback, useMemo } from 'react';
import type { Design } from '../canvas/model/design.ts';
import { withKeys } from '../canvas/model/edits.ts';
import { isNode } from '../canvas/model/nodes.ts';
import { aroundOf } from '../canvas/model/screenNotation.ts';
import { PanelProvider } from '../canvas/properties/panelContext.tsx';
import { propertiesOf, type Property } from '../canvas/properties/propertyModel.ts';
import { SelectionPanel, Frame, Groups, usePanelOf, type Conditions } from '../canvas/properties/PropertyPanel.tsx';
import { useDesign, useDesigning } from '../canvas/useDesign.ts';
import { usePageConditions } from './pageConditions.ts';

/** The page's own name, beside the keys of its container. */
const NAME: Property = {
  key: 'screenTitle',
  name: '页面名称',
  help: '页面名称：显示在页签和浏览器标题中；菜单中的名称在菜单管理中修改',
  group: 'basic',
  editor: 'text',
  schema: { type: 'string', maxLength: 100 },
  fallback: false,
};
/** A container says these to what stands around it; around the page's there is nothing. */
const MEANINGLESS: ReadonlySet<string> = new Set(['span', 'key', 'editableWhen']);

const docOf = (design: Design) => design.doc();
const chosenOf = (design: Design) => design.selected();

/** Properties of the chosen block; those of the page while none is chosen. */
export function ScreenPanel() {
  const conditions = usePageConditions(useDesign(chosenOf));
  return <SelectionPanel compiled={null} conditions={conditions} fallback={<PagePanel conditions={conditions} />} />;
}

function PagePanel({ conditions }: { conditions: Conditions }) {
  const { design } = useDesigning();
  const doc = useDesign(docOf);
  const around = aroundOf(doc);
  const panel = usePanelOf({ doc, node: around, table: null, compiled: null, conditions });
  const tag = around?.tag;
  const properties = useMemo(
    () => [NAME, ...(tag === undefined ? [] : propertiesOf(tag).filter(({ key }) => !MEANINGLESS.has(key)))],
    [tag],
  );
  const values = useMemo(() => ({ ...around, screenTitle: doc.title }), [around, doc.title]);
  const change = useCallback(
    (key: string, value: unknown) =>
      design.edit((now) => {
        if (key === NAME.key) return { doc: withKeys(now, [], { title: value ?? '' }) };
        const written = isNode(now.root) ? now : { ...now, root: aroundOf(now) };
        return { doc: withKeys(written, ['root'], { [key]: value }) };
      }, `page:${key}`),
    [design],
  );
  return (
    <Frame title="页面设置" note="未选择区块">
      <PanelProvider value={panel}>
        <Groups properties={properties} values={values} isTable={false} onChange={change} />
      </PanelProvider>
    </Frame>
  );
}

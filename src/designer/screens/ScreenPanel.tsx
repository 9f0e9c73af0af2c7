import { useCallback, useMemo } from 'react';
import type { Design } from '../canvas/model/design.ts';
import { withKeys } from '../canvas/model/edits.ts';
import { isNode } from '../canvas/model/nodes.ts';
import { rootContainerOf } from '../canvas/model/screenNotation.ts';
import { PanelProvider } from '../canvas/properties/panelContext.tsx';
import { propertiesOf, type Property } from '../canvas/properties/propertyModel.ts';
import {
  SelectionPanel,
  PanelFrame,
  PropertyGroups,
  usePanelOf,
  type NamesInConditions,
} from '../canvas/properties/PropertyPanel.tsx';
import { useDesignValue, useDesignerContext } from '../canvas/designerContext.ts';
import { useNamesInConditions } from './pageConditions.ts';

/** The property for the title of the page. All other properties of the page belong to the root container. */
const TITLE_PROPERTY: Property = {
  key: 'screenTitle',
  name: '页面名称',
  help: '页面名称：显示在页签和浏览器标题中；菜单中的名称在菜单管理中修改',
  group: 'basic',
  editor: 'text',
  schema: { type: 'string', maxLength: 100 },
  flagDefault: false,
};
/** Properties that have no effect in the root container, because it has no parent. */
const INAPPLICABLE_KEYS: ReadonlySet<string> = new Set(['span', 'key', 'editableWhen']);

const docOf = (design: Design) => design.doc();
const selectedOf = (design: Design) => design.selected();

/** Properties of the selected block, or of the page if none is selected. */
export function ScreenPanel() {
  const namesInConditions = useNamesInConditions(useDesignValue(selectedOf));
  return (
    <SelectionPanel
      compiled={null}
      conditions={namesInConditions}
      fallback={<PagePanel conditions={namesInConditions} />}
    />
  );
}

function PagePanel({ conditions: namesInConditions }: { conditions: NamesInConditions }) {
  const { design } = useDesignerContext();
  const doc = useDesignValue(docOf);
  const container = rootContainerOf(doc);
  const panel = usePanelOf({ doc, node: container, table: null, compiled: null, conditions: namesInConditions });
  const tag = container?.tag;
  const properties = useMemo(
    () => [
      TITLE_PROPERTY,
      ...(tag === undefined ? [] : propertiesOf(tag).filter(({ key }) => !INAPPLICABLE_KEYS.has(key))),
    ],
    [tag],
  );
  const values = useMemo(() => ({ ...container, screenTitle: doc.title }), [container, doc.title]);
  const change = useCallback(
    (key: string, value: unknown) =>
      design.edit((current) => {
        if (key === TITLE_PROPERTY.key) return { doc: withKeys(current, [], { title: value ?? '' }) };
        const withRoot = isNode(current.root) ? current : { ...current, root: rootContainerOf(current) };
        return { doc: withKeys(withRoot, ['root'], { [key]: value }) };
      }, `page:${key}`),
    [design],
  );
  return (
    <PanelFrame title="页面设置" note="未选择区块">
      <PanelProvider value={panel}>
        <PropertyGroups properties={properties} values={values} onChange={change} />
      </PanelProvider>
    </PanelFrame>
  );
}

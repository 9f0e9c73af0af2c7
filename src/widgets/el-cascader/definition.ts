import type { NodeByTag } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/widget.ts';
import { asText, LIST_SEPARATOR } from '../shared/values.ts';
import { pathByLabels, pathsOf, pathText, toStored } from './paths.ts';

type Node = NodeByTag['el-cascader'];

/** FT-003, LB-002, FK-026. `cascaderGetAll` stores the whole path, else the last level; `multiple` a list of either. */
export const definition: WidgetDefinition<Node> = {
  tag: 'el-cascader',
  kind: 'field',
  valueType: 'dyn',
  hasCompanion: true,
  text(value, node, { options, label }) {
    if (options === undefined || options.length === 0) return label ?? asText(value);
    return pathsOf(value, node, options).map((path) => pathText(path, node, options)).filter(Boolean).join(LIST_SEPARATOR);
  },
  fromText(text, node, { options }) {
    const names = node.multiple === true ? text.split(/[、;；\n]/) : [text];
    const paths = [];
    for (const name of names.map((part) => part.trim()).filter(Boolean)) {
      const path = pathByLabels(name.split(/\s*[/>\\]\s*/), options ?? []);
      if (!path) return { ok: false, message: `没有“${name}”这个选项` };
      paths.push(path);
    }
    const label = paths.map((path) => pathText(path, node, options ?? [])).join(LIST_SEPARATOR);
    return { ok: true, value: toStored(paths, node), label };
  },
};

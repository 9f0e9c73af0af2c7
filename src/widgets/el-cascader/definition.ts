import type { NodeByTag } from '../../grammar/nodes.ts';
import { type WidgetDefinition, namesInLabel, staticOptions } from '../../kernel/index.ts';
import { LIST_SEPARATOR } from '../shared/values.ts';
import { lastOf, pathFromText, type PathRules } from '../shared/choice/optionPaths.ts';
import { optionAt, pathsOf, pathText, separatorOf, toStored } from './paths.ts';

type Node = NodeByTag['el-cascader'];

/**
 * Cascading choice (FT-003, LB-002, FK-026). The value is the whole path with `cascaderGetAll`, otherwise the value of
 * the last level. With `multiple` the value is a list of such paths or values.
 */
export const definition: WidgetDefinition<Node> = {
  tag: 'el-cascader',
  kind: 'field',
  valueType: 'dyn',
  hasCompanion: true,
  isPath: (node) => node.multiple !== true,
  comparedAs: () => 'list',
  column: { width: 200, isSortable: false },
  sheet: {
    hint: (node) => `填可选值，各级用“/”分隔${node.multiple === true ? '，多项用“、”分隔' : ''}`,
  },
  validate(value, node) {
    if (node.multiple === true && value !== '' && value !== null && value !== undefined && !Array.isArray(value))
      return '应为多个选项';
    // options from a request are not available during validation
    const options = staticOptions(node);
    if (options === null || node.checkStrictly === true) return null;
    const optionWithChildren = pathsOf(value, node, options)
      .map((path) => optionAt(path, options))
      .find((option) => (option?.children?.length ?? 0) > 0);
    return optionWithChildren ? `“${optionWithChildren.label}”下还有选项，请选到末级` : null;
  },
  text(value, node, { options = [], label }) {
    if (options.length === 0 && label !== undefined) return label;
    const paths = pathsOf(value, node, options);
    const names = namesInLabel(label, paths.length);
    return paths
      .map((path, index) => (optionAt(path, options) ? '' : names[index]) || pathText(path, node, options))
      .filter(Boolean)
      .join(LIST_SEPARATOR);
  },
  fromText(text, node, { options = [] }) {
    const names = node.multiple === true ? text.split(/[、;；\n]/) : [text];
    const rules: PathRules = {
      separator: separatorOf(node),
      showsAllLevels: node['show-all-levels'] !== false,
      isSelectable: (path) => path.every((option) => option.disabled !== true),
      isPreferred: (path) => node.checkStrictly === true || (lastOf(path).children?.length ?? 0) === 0,
    };
    const paths: unknown[][] = [];
    for (const name of new Set(names.map((part) => part.trim()).filter(Boolean))) {
      const result = pathFromText(name, options, rules);
      if (!result.ok) return result;
      paths.push(result.path.map((option) => option.value));
    }
    const label = paths.map((path) => pathText(path, node, options)).join(LIST_SEPARATOR);
    return { ok: true, value: toStored(paths, node), label };
  },
};

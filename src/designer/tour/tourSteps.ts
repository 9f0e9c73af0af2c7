/** One step of the tour: its text, and the element to highlight. */
export interface TourStep {
  selector: string;
  placement: 'right' | 'left' | 'top' | 'center' | 'bottomLeft' | 'bottomRight';
  title: string;
  description: string;
}

/**
 * Returns the steps of the tour through the designer of forms and pages. `itemName`: name of palette entries, such as
 * 字段.
 */
export const tourSteps = (itemName: string): readonly TourStep[] => [
  {
    selector: '[data-designer="palette"]',
    placement: 'right',
    title: `${itemName}在这里`,
    description: `把${itemName}拖到画布上要放的位置；点一下则加到所选元素之后。不知道在哪一组，就在上方查找。`,
  },
  {
    selector: '.ds-stage',
    placement: 'center',
    title: '画布就是大家看到的样子',
    description: '点选后可拖动换位置，拖右边缘改宽度，Delete 删除，Ctrl+C、Ctrl+V 复制粘贴，Ctrl+Z 撤销。',
  },
  {
    selector: '[data-designer="properties"]',
    placement: 'left',
    title: '属性',
    description: '所选元素的名称、选项、显示条件等都在这里修改；没有选择时是整个文档的设置。问号说明每一项的用处。',
  },
  {
    selector: '[data-designer="problems"]',
    placement: 'top',
    title: '问题',
    description: '写错或漏写的地方列在这里，点一下就到那里；能直接改正的，旁边有按钮。',
  },
  {
    selector: '.ds-views',
    placement: 'bottomLeft',
    title: '换个角度看',
    description: '“预览”试着填写和查看，“JSON”是同一份内容的文本；改哪一边，另一边都跟着变。',
  },
  {
    selector: '[data-action="publish"]',
    placement: 'bottomRight',
    title: '保存、复核与发布',
    description: '草稿只有管理员看得到，发布后才生效。拿不准时用“批注”商量，或在发布时请另一位管理员复核。',
  },
];

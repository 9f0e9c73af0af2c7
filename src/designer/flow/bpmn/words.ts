/** The drawing tool's own words in Chinese. Keys are what the library calls them. */
export const WORDS: Readonly<Record<string, string>> = {
  'Activate create/remove space tool': '整体移动工具：拉开或收紧空间', 'Activate global connect tool': '连线工具', 'Activate hand tool': '拖动画布', 'Activate lasso tool': '框选工具',
  'Add lane above': '在上方加泳道', 'Add lane below': '在下方加泳道', 'Divide into two lanes': '分成两个泳道', 'Divide into three lanes': '分成三个泳道',
  'Add text annotation': '添加文字说明', 'Align elements ': '对齐', 'Align elements': '对齐', 'Append compensation activity': '添加补偿活动',
  'Append conditional intermediate catch event': '添加条件事件', 'Append end event': '添加结束', 'Append gateway': '添加条件分支', 'Append intermediate/boundary event': '添加中间事件',
  'Append message intermediate catch event': '添加消息事件', 'Append receive task': '添加接收任务', 'Append signal intermediate catch event': '添加信号事件', 'Append task': '添加审批节点',
  'Append timer intermediate catch event': '添加定时事件', 'Change element': '更改类型', 'Collection': '集合', 'Connect to other element': '连到其他元素', 'Connect using association': '用关联线连接',
  'Connect using data input association': '用数据关联连接', 'Create data object reference': '数据对象', 'Create data store reference': '数据存储', 'Create end event': '结束', 'Create expanded sub-process': '子流程',
  'Create gateway': '条件分支', 'Create group': '分组框', 'Create intermediate/boundary event': '中间事件', 'Create pool/participant': '泳池', 'Create start event': '开始', 'Create task': '审批节点',
  'Delete': '删除', 'Remove': '删除', 'Distribute elements horizontally': '水平等距', 'Distribute elements vertically': '垂直等距', 'Loop': '循环', 'Open {element}': '打开“{element}”',
  'Parallel multi-instance': '多人同时', 'Sequential multi-instance': '多人依次', 'Participant multiplicity': '多个参与者', 'Search in diagram': '在流程图中查找', 'Toggle non-interrupting': '触发时不中断任务',
  'Align elements left': '左对齐', 'Align elements right': '右对齐', 'Align elements top': '顶部对齐', 'Align elements bottom': '底部对齐', 'Align elements center': '水平居中', 'Align elements middle': '垂直居中',
  'Flow elements must be children of pools/participants': '流程元素要放在泳池里', 'no parent for {element} in {parent}': '元素 {element} 没有上级 {parent}', 'element {element} referenced by {referenced}#{property} not yet drawn': '{referenced} 引用的元素 {element} 尚未画出',
  '{semantic}#{side} Ref not specified': '{semantic} 没有写明 {side}', 'no shape type specified': '没有写明图形类型', 'failed to import {element}': '元素 {element} 不能读入', 'no bpmnElement referenced in {element}': '图形 {element} 没有对应的元素',
  'multiple DI elements defined for {element}': '元素 {element} 画了不止一次', 'missing {semantic}#attachedToRef': '{semantic} 没有写明所在的元素', 'unknown di {di} for element {semantic}': '不认识的图形 {di}',
  'correcting missing bpmnElement on {plane} to {rootElement}': '图面 {plane} 补上对应的流程 {rootElement}', 'unsupported bpmnElement for {plane}: {rootElement}': '图面 {plane} 不支持 {rootElement}', 'no process or collaboration present to display': '文件中没有可显示的流程', 'no process or collaboration to display': '文件中没有可显示的流程',
  'no diagram to display': '文件中没有图形', 'Powered by bpmn.io': '由 bpmn.io 提供', 'New condition': '新条件', 'Type': '类型', 'Search': '查找',
  'Start event': '开始', 'Intermediate throw event': '中间事件', 'End event': '结束', 'Terminate end event': '全部结束', 'Error end event': '异常结束', 'Message start event': '消息开始', 'Timer start event': '定时开始', 'Conditional start event': '条件开始', 'Signal start event': '信号开始',
  'Error start event': '异常开始', 'Escalation start event': '升级开始', 'Compensation start event': '补偿开始', 'Message start event (non-interrupting)': '消息开始（不中断）', 'Timer start event (non-interrupting)': '定时开始（不中断）', 'Conditional start event (non-interrupting)': '条件开始（不中断）', 'Signal start event (non-interrupting)': '信号开始（不中断）', 'Escalation start event (non-interrupting)': '升级开始（不中断）',
  'Message intermediate catch event': '等待消息', 'Message intermediate throw event': '发出消息', 'Timer intermediate catch event': '定时等待', 'Escalation intermediate throw event': '发出升级', 'Conditional intermediate catch event': '等待条件', 'Link intermediate catch event': '链接入口', 'Link intermediate throw event': '链接出口', 'Compensation intermediate throw event': '发出补偿', 'Signal intermediate catch event': '等待信号', 'Signal intermediate throw event': '发出信号',
  'Message end event': '消息结束', 'Escalation end event': '升级结束', 'Cancel end event': '取消结束', 'Compensation end event': '补偿结束', 'Signal end event': '信号结束',
  'Boundary event': '边界事件', 'Message boundary event': '消息边界事件', 'Timer boundary event': '超时（中断任务）', 'Escalation boundary event': '升级边界事件', 'Conditional boundary event': '条件边界事件', 'Error boundary event': '异常边界事件', 'Cancel boundary event': '取消边界事件', 'Signal boundary event': '信号边界事件', 'Compensation boundary event': '补偿边界事件', 'Message boundary event (non-interrupting)': '消息边界事件（不中断）', 'Timer boundary event (non-interrupting)': '超时（不中断任务）', 'Escalation boundary event (non-interrupting)': '升级边界事件（不中断）', 'Conditional boundary event (non-interrupting)': '条件边界事件（不中断）', 'Signal boundary event (non-interrupting)': '信号边界事件（不中断）',
  'Exclusive gateway': '条件分支（走一条）', 'Parallel gateway': '并行分支（全都走）', 'Inclusive gateway': '包容分支（走满足的）', 'Complex gateway': '复杂网关', 'Event-based gateway': '事件网关',
  'Task': '空任务', 'User task': '审批节点', 'Service task': '服务调用', 'Send task': '抄送', 'Receive task': '接收任务', 'Manual task': '人工任务', 'Business rule task': '业务规则', 'Script task': '脚本任务', 'Call activity': '调用其他流程',
  'Sub-process': '子流程', 'Sub-process (collapsed)': '子流程（收起）', 'Sub-process (expanded)': '子流程（展开）', 'Transaction': '事务', 'Event sub-process': '事件子流程', 'Ad-hoc sub-process': '即席子流程', 'Ad-hoc sub-process (collapsed)': '即席子流程（收起）', 'Ad-hoc sub-process (expanded)': '即席子流程（展开）',
  'Sequence flow': '普通连线', 'Default flow': '默认连线', 'Conditional flow': '条件连线', 'Data object reference': '数据对象', 'Data store reference': '数据存储', 'Empty pool/participant': '空泳池', 'Expanded pool/participant': '展开的泳池',
};

/** What the library asks for each of its words; `{name}` is replaced. */
export function translate(template: string, replacements: Readonly<Record<string, string>> = {}): string {
  return (WORDS[template] ?? template).replace(/\{([^}]+)\}/g, (whole, key: string) => replacements[key] ?? whole);
}

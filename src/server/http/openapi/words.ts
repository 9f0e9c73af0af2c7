/** What keys of requests and answers mean, the same in every call. */
const WORDS: Readonly<Record<string, string>> = {
  // pages, lists and the envelope
  code: '编码', msg: '给人看的说明', data: '数据，或查询条件', page: '分页', pageNum: '页码，从 1 起', pageSize: '每页条数', total: '总数', isEstimate: '总数是估计值', conditions: '查询条件', field: '字段标识', op: '比较方式：eq、contains、in、range、gte、lte', value: '值', keyword: '关键字',
  sort: '排序', order: '次序：asc 升，desc 降', ids: '编号列表', count: '数量', rows: '各行', list: '各项', items: '各项', name: '名称', type: '类别', text: '文字', label: '显示文字', message: '说明', sn: '序号', id: '编号', title: '标题', note: '说明', state: '状态', status: '状态', kind: '类别', level: '级别', reason: '原因', path: '位置或路径', params: '参数',
  // people, organisation, roles
  userId: '人员编号', userIds: '人员编号列表', userName: '姓名', username: '用户名', showName: '姓名', deptId: '部门编号', deptName: '部门名称', unitId: '单位编号', unitIds: '单位编号列表，空为全部单位', unitName: '单位名称', post: '岗位', roles: '角色', role: '角色编码', roleCode: '角色编码', permissions: '权限编码', mainDept: '主部门', unitList: '所在单位', mainOrgId: '在该单位的部门编号',
  orgId: '单位或部门编号', orgName: '单位或部门名称', parentId: '上级编号', parentName: '上级名称', leaderId: '负责人编号', leaderName: '负责人姓名', disabled: '已停用', url: '地址', children: '下级', scope: '数据范围', forms: '表单', holders: '持有人数', posts: '岗位', people: '人员',
  // sign-in
  uuid: '验证码编号', image: '验证码图片（data 地址）', validateCode: '验证码', password: '密码', oldPassword: '旧密码', confirmPassword: '确认密码', grant_type: '授权方式：captcha 登录，refresh_token 续期', refresh_token: '续期凭证', access_token: '访问凭证', token_type: '凭证类型', expires_in: '有效秒数',
  device: '设备', address: '网络地址', signedIn: '登录时间', lastSeen: '最近使用时间', isCurrent: '是当前会话', subject: '主题或对象', failures: '失败次数', minutes: '剩余分钟',
  // menus
  item: '内容', entries: '菜单项', urlType: '地址类型', component: '界面标识', menuType: '菜单类型', icon: '图标', redirect: '转到', hidden: '隐藏', alwaysShow: '总是显示分组', ifAppear: '是否出现', showFlag: '是否显示', query: '查询参数', meta: '页面信息', link: '网页地址', affix: '固定标签', noCache: '不缓存', beforeId: '放在此项之前',
  isRemoved: '已删除', isChanged: '已修改', isShipped: '随系统提供', changedBy: '修改人', changedAt: '修改时间', revision: '修订，用于发现他人的修改',
  // dictionaries and areas
  typeCode: '字典编码', typeName: '字典名称', dictLabel: '显示文字', dictValue: '值', listClass: '标签样式', parentCode: '上级编码',
  // files
  attId: '文件编号', attIds: '文件编号列表', fileIds: '文件编号列表', files: '文件', fileName: '文件名', fileExt: '扩展名', size: '大小（字节）', inline: '1 表示在浏览器中打开', delete: '下载后删除', resource: '文件地址', secret: '链接密钥', busId: '业务编号', busType: '业务类型', busiAttId: '业务附件编号', notes: '脚注', body: '正文', isCut: '内容过长已截断', file: '文件', formTitle: '子表标识', '*': '文件名',
  // documents
  formKey: '表单标识', formName: '表单名称', screenKey: '界面标识', flowKey: '流程标识', flowName: '流程名称', version: '版本', definition: '定义', fields: '字段', root: '根节点', seen: '看到的版本', problems: '问题', author: '作者', time: '时间', updateTime: '更新时间', hasDraft: '有草稿', running: '正在办理的数量', latestFlowVersion: '流程最新版本', latestFormVersion: '表单最新版本', flowVersion: '流程版本', formVersion: '表单版本', xml: 'BPMN 文件', report: '转换报告', element: '元素', nodes: '节点', edges: '连线',
  // records
  recordId: '记录编号', record: '记录', fieldsMap: '字段的值', childTables: '子表的行', flwState: '流程状态：0 草稿，1 审批中，2 已退回，3 已办结，4 已作废', createBy: '创建人编号', createByName: '创建人', createTime: '创建时间', updateBy: '修改人编号', updateByName: '修改人', isFree: '没有重复', since: '起点', changes: '修改', before: '修改前', after: '修改后', action: '操作', actionType: '操作编码', tag: '控件', share: '进度（0–1）', lastRow: '读到的行', saved: '已保存行数', refused: '未保存行数', bad: '未保存的行', row: '行号',
  baseRevision: '起草时的修订', isWhole: '完整内容', set: '写入的部分', drop: '删除的部分', parts: '部分',
  // approvals
  taskId: '任务编号', taskIds: '任务编号列表', taskNode: '节点名称', taskNodes: '当前节点', nodeId: '节点编号', task: '任务', actions: '可用操作', opinion: '意见', target: '退回到的节点', isStraight: '退回后直接回到本节点', signature: '签名文件编号', cc: '抄送', choices: '选定的办理人', startUserName: '发起人', startTime: '发起时间', arriveTime: '到达时间', finishTime: '办理时间', currentHandlers: '当前办理人', canBatch: '可批量办理', isUrged: '已被催办', isOverdue: '已超时', place: '位置', signers: '加签人', act: '操作', isCommon: '公共',
  applicantId: '申请人编号', applicant: '申请人', values: '字段的值', source: '列表：todo 待办，done 已办，start 发起', holder: '办理人编号', handlers: '办理人', instanceIds: '流程编号列表', instanceId: '流程编号', from: '从何处', to: '到何处', isDryRun: '只检查', duration: '用时（秒）', detail: '详情', waiting: '已等待（秒）', names: '姓名', steps: '步骤', pending: '正在等待', isDone: '已完成', isStart: '是发起节点', canTakeBack: '可撤回', canUrge: '可催办', canVoid: '可作废', canComment: '可评论', messages: '可确认的消息', needsSignature: '需要签名', dueTime: '到期时间', targets: '可退回的节点', isOpen: '未办理', canRemove: '可减签',
  tables: '子表规则', sign: '会签方式', remark: '备注', isStopped: '在此停下', editable: '可编辑', required: '必填', judged: '判断', edge: '连线', condition: '条件', holds: '成立', fault: '错误', isFinished: '已走到结束', urgent: '加急', overdue: '超时', inner: '本单位', outer: '外单位', area: '业务领域', areaName: '业务领域名称', mode: '方式', ratio: '比例',
  // mail, notices, reminders, home, audit
  content: '内容', emailType: '邮件类型', toIds: '收件人编号列表', ccIds: '抄送人编号列表', sourceId: '原邮件编号', readStatus: '0 未读，1 已读', delStatus: '0 恢复，1 删除，2 彻底删除', box: '邮箱：receive 收到的，send 写的', emailId: '邮件编号', sendUserId: '发件人编号', sendUserName: '发件人', receiveUserNames: '收件人', fileCount: '附件数', sendTime: '发送时间', sender: '发件人', receipts: '阅读情况', readTime: '阅读时间',
  collectionLettersNum: '收件箱数', sendLettersNum: '已发送数', delLettersNum: '已删除数', unreadNum: '未读数', draftNum: '草稿数', authorName: '作者', releaseTime: '发布时间', notice: '未读通知数', remind: '未读提醒数', month: '月份', months: '月数', started: '发起数', finished: '办结数', object: '对象', objectType: '对象类别', objectId: '对象编号', objectName: '对象名称', requestId: '请求编号', objects: '对象类别', recordActions: '记录操作',
  // human resources and seals
  days: '提前天数', flag: '0 关闭，1 开放', remindDate: '到期日期', daysLeft: '剩余天数，负数为已过期', auths: '授权', certificates: '证书', employeeNo: '工号', sealNo: '印章编号', keeperName: '保管人',
};

export const wordOf = (name: string): string => (Object.hasOwn(WORDS, name) ? WORDS[name] as string : '');

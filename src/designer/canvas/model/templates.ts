import { PHONE_MESSAGE, PHONE_PATTERN } from '../../excel/phonePattern.ts';
import type { RawNode } from './nodes.ts';

/**
 * A group of fields that are often used together. When it is inserted into a form that already uses a key, the new
 * field gets a key made from its label.
 */
export interface FieldTemplate {
  id: string;
  title: string;
  icon: string;
  keywords: string;
  nodes: readonly RawNode[];
}

export const TEMPLATES: readonly FieldTemplate[] = [
  {
    id: 'applicant',
    title: '申请人信息',
    icon: 'solution',
    keywords: '经办人 部门 日期',
    nodes: [
      { tag: 'sTitle', label: '申请人信息', span: 24 },
      {
        tag: 'userSelector',
        __vModel__: 'applicant',
        label: '申请人',
        span: 8,
        required: true,
        defaultValue: '${curentUser}',
        isList: '1',
        isSearch: '1',
      },
      {
        tag: 'deptSelector',
        __vModel__: 'applicantDept',
        label: '申请部门',
        span: 8,
        required: true,
        defaultValue: '${curentDept}',
        isList: '1',
        isSearch: '1',
      },
      {
        tag: 'el-date-picker',
        __vModel__: 'applyDate',
        label: '申请日期',
        span: 8,
        type: 'date',
        format: 'YYYY-MM-DD',
        isToday: '1',
        required: true,
        isList: '1',
        isSearch: '1',
      },
    ],
  },
  {
    id: 'contact',
    title: '联系方式',
    icon: 'contacts',
    keywords: '电话 手机 地址 联系人',
    nodes: [
      { tag: 'el-input', __vModel__: 'contact', label: '联系人', span: 8, maxlength: 50 },
      {
        tag: 'el-input',
        __vModel__: 'contactPhone',
        label: '联系电话',
        span: 8,
        maxlength: 20,
        regList: [{ pattern: PHONE_PATTERN, message: PHONE_MESSAGE }],
      },
      { tag: 'el-input', __vModel__: 'contactAddress', label: '联系地址', span: 8, maxlength: 200 },
    ],
  },
  {
    id: 'period',
    title: '起止日期与天数',
    icon: 'history',
    keywords: '开始 结束 期限 天数',
    nodes: [
      {
        tag: 'el-date-picker',
        __vModel__: 'startDate',
        label: '开始日期',
        span: 8,
        type: 'date',
        format: 'YYYY-MM-DD',
        required: true,
      },
      {
        tag: 'el-date-picker',
        __vModel__: 'endDate',
        label: '结束日期',
        span: 8,
        type: 'date',
        format: 'YYYY-MM-DD',
        required: true,
        notBefore: 'startDate',
      },
      {
        tag: 'el-input-number',
        __vModel__: 'days',
        label: '天数',
        span: 8,
        precision: 0,
        computed: 'isEmpty(startDate) || isEmpty(endDate) ? 0.0 : daysBetween(startDate, endDate) + 1',
      },
    ],
  },
  {
    id: 'amounts',
    title: '费用明细与合计',
    icon: 'calculator',
    keywords: '金额 合计 子表 明细',
    nodes: [
      {
        tag: 'subTable',
        __vModel__: 'items',
        label: '费用明细',
        span: 24,
        canOp: '1',
        commonAdd: '1',
        needRemove: '1',
        children: [
          { tag: 'el-input', __vModel__: 'itemName', label: '项目', maxlength: 100, required: true },
          {
            tag: 'el-input-number',
            __vModel__: 'amount',
            label: '金额',
            precision: 2,
            min: 0,
            unit: '元',
            summary: 'sum',
          },
          { tag: 'el-input', __vModel__: 'remark', label: '备注', maxlength: 200 },
        ],
      },
      {
        tag: 'el-input-number',
        __vModel__: 'total',
        label: '合计金额',
        span: 12,
        precision: 2,
        unit: '元',
        isCapital: '1',
        computed: 'round(sum(items.map(row, row.amount)), 2)',
      },
    ],
  },
  {
    id: 'remark',
    title: '备注与附件',
    icon: 'message',
    keywords: '说明 文件',
    nodes: [
      { tag: 'el-input', __vModel__: 'note', label: '备注', span: 24, type: 'textarea', rows: 3, maxlength: 500 },
      { tag: 'el-upload', __vModel__: 'files', label: '附件', span: 24 },
    ],
  },
];

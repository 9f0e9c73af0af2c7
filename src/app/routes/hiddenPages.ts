/** A page that no menu names (FR-008…027): opened from a code or a link, on a phone, without the layout. */
export interface HiddenPage {
  path: string;
  screenKey: string;
  title: string;
}

const page = (path: string, name: string, title: string): HiddenPage => ({
  path,
  screenKey: `platform/hidden/${name}`,
  title,
});

/** FR-012 and FR-019…022 are previews and stand in fixedRoutes.ts. */
export const HIDDEN: readonly HiddenPage[] = [
  page('/testRoomCode', 'testRoomCode', '检测室二维码'),
  page('/deviceCode', 'deviceCode', '设备二维码'),
  page('/acceptCode', 'acceptCode', '上传验收凭证'),
  page('/submit', 'submit', '提交成功'),
  page('/commonUpload', 'commonUpload', '上传附件'),
  page('/entrustManagement/checkReport', 'checkReport', '委托报告'),
  page('/winning/entrustList', 'entrustList', '委托列表'),
  page('/HR/personnelFilesByQRCode', 'personnelFiles', '人事档案'),
  page('/winning/satisfactionSurvey', 'satisfactionSurvey', '客户满意度调查'),
  page('/winning/satisfactionSurveyNew', 'satisfactionSurveyNew', '客户满意度调查'),
  page('/sampleCardH5', 'sampleCardH5', '样品标识卡'),
  page('/elevatorTaskDetail', 'elevatorTaskDetail', '电梯检验记录'),
  page('/elevatorReportPreparation', 'elevatorReportPreparation', '电梯检验报告'),
  page('/elevatorCraneTaskDetail', 'elevatorCraneTaskDetail', '起重机检验记录'),
  page('/reportPreparationDetails', 'reportPreparationDetails', '起重机检验报告'),
];

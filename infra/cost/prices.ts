/**
 * AWS list prices in us-east-1 in US dollars, first tier, before any allowance, from the services' public price pages. Check them before relying
 * on a figure: they change.
 */
export const prices = {
  lambda_gb_second_arm64: 0.0000133334,
  lambda_requests_per_million: 0.2,
  http_api_requests_per_million: 1,
  cloudfront_requests_per_million: 1,
  cloudfront_function_per_million: 0.1,
  cloudfront_gb_out: 0.085,
  waf_requests_per_million: 0.6,
  waf_acl_month: 5,
  waf_rule_month: 1,
  dynamodb_write_units_per_million: 0.625,
  dynamodb_read_units_per_million: 0.125,
  dynamodb_gb_month: 0.25,
  dynamodb_backup_gb_month: 0.2,
  copied_gb_month: 0.1,
  logs_gb: 0.5,
  logs_gb_month: 0.03,
  metric_month: 0.3,
  alarm_metric_month: 0.1,
  dashboard_month: 3,
  key_calls_per_million: 3,
  secret_month: 0.4,
  secret_calls_per_million: 5,
  key_month: 1,
  schedules_per_million: 1,
  configuration_polls_per_million: 0.2,
  configuration_received: 0.0008,
} as const;

/**
 * The monthly allowance of CloudWatch and CloudFront for every account, without time limit: https://aws.amazon.com/cloudwatch/pricing and
 * https://aws.amazon.com/cloudfront/pricing, "always free". No other allowance is counted.
 */
export const free = {
  metrics: 10,
  alarm_metrics: 10,
  dashboards: 3,
  dashboard_metrics: 50,
  cloudfront_million_requests: 10,
  cloudfront_million_functions: 2,
  cloudfront_gb_out: 1_000,
} as const;

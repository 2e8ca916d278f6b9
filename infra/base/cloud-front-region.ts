/** CloudFront accepts its firewall, and a domain's certificate, only from this region. */
export const cloudFrontRegion = 'us-east-1';

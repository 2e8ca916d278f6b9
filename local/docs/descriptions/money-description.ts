export const moneyDescription = "In the currency's ISO 4217 minor unit: 2599 is 25.99 EUR, and 2599 JPY.";

//! Checks of single values that several operations share.

use uuid::Uuid;

use crate::errors::ApiError;

const CURRENCIES: &str = "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP \
    BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ \
    GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD \
    MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR \
    RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH \
    UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG";

pub fn is_currency(code: &str) -> bool {
    CURRENCIES.split_whitespace().any(|known| known == code)
}

/// Returns the identifier in lower case, or nothing if the text is not a hyphenated UUID.
pub fn uuid(text: &str) -> Option<String> {
    Uuid::try_parse(text).ok().filter(|_| text.len() == 36).map(|value| value.to_string())
}

pub fn length(field: &str, value: &str, minimum: usize, maximum: usize) -> Result<(), ApiError> {
    let characters = value.chars().count();
    if characters < minimum || characters > maximum {
        return Err(ApiError::invalid(format!("{field} must have {minimum} to {maximum} characters.")));
    }
    Ok(())
}

pub fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let characters_fine = |part: &str| !part.is_empty() && !part.contains(|c: char| c.is_whitespace() || c.is_control() || c == '@');
    characters_fine(local)
        && characters_fine(domain)
        && domain.split('.').all(|label| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-'))
}

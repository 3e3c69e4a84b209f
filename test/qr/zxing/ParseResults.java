import com.google.zxing.BarcodeFormat;
import com.google.zxing.Result;
import com.google.zxing.client.result.AddressBookParsedResult;
import com.google.zxing.client.result.CalendarParsedResult;
import com.google.zxing.client.result.EmailAddressParsedResult;
import com.google.zxing.client.result.GeoParsedResult;
import com.google.zxing.client.result.ParsedResult;
import com.google.zxing.client.result.ResultParser;
import com.google.zxing.client.result.SMSParsedResult;
import com.google.zxing.client.result.TelParsedResult;
import com.google.zxing.client.result.URIParsedResult;
import com.google.zxing.client.result.WifiParsedResult;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.StringJoiner;

/** Reads texts in base64, one a line, and prints what ZXing's apps understand: the type and its fields in base64. */
public final class ParseResults {
  public static void main(String[] arguments) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = lines.readLine()) != null; ) {
      String text = new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8);
      Result result = new Result(text, null, null, BarcodeFormat.QR_CODE);
      System.out.println(describe(ResultParser.parseResult(result)));
    }
  }

  private static String describe(ParsedResult parsed) {
    StringJoiner fields = new StringJoiner(" ");
    fields.add("type=" + encode(parsed.getType().toString()));
    if (parsed instanceof WifiParsedResult) {
      WifiParsedResult wifi = (WifiParsedResult) parsed;
      add(fields, "ssid", wifi.getSsid());
      add(fields, "password", wifi.getPassword());
      add(fields, "security", wifi.getNetworkEncryption());
      add(fields, "hidden", String.valueOf(wifi.isHidden()));
    } else if (parsed instanceof AddressBookParsedResult) {
      AddressBookParsedResult contact = (AddressBookParsedResult) parsed;
      add(fields, "names", contact.getNames());
      add(fields, "phones", contact.getPhoneNumbers());
      add(fields, "emails", contact.getEmails());
      add(fields, "organization", contact.getOrg());
      add(fields, "title", contact.getTitle());
      add(fields, "urls", contact.getURLs());
      add(fields, "addresses", contact.getAddresses());
      add(fields, "note", contact.getNote());
    } else if (parsed instanceof CalendarParsedResult) {
      CalendarParsedResult event = (CalendarParsedResult) parsed;
      add(fields, "title", event.getSummary());
      add(fields, "start", String.valueOf(event.getStartTimestamp()));
      add(fields, "end", String.valueOf(event.getEndTimestamp()));
      add(fields, "allDay", String.valueOf(event.isStartAllDay()));
      add(fields, "location", event.getLocation());
      add(fields, "description", event.getDescription());
    } else if (parsed instanceof EmailAddressParsedResult) {
      EmailAddressParsedResult email = (EmailAddressParsedResult) parsed;
      add(fields, "to", email.getTos());
      add(fields, "subject", email.getSubject());
      add(fields, "body", email.getBody());
    } else if (parsed instanceof SMSParsedResult) {
      SMSParsedResult sms = (SMSParsedResult) parsed;
      add(fields, "numbers", sms.getNumbers());
      add(fields, "message", sms.getBody());
    } else if (parsed instanceof TelParsedResult) {
      add(fields, "number", ((TelParsedResult) parsed).getNumber());
    } else if (parsed instanceof GeoParsedResult) {
      GeoParsedResult geo = (GeoParsedResult) parsed;
      add(fields, "latitude", String.valueOf(geo.getLatitude()));
      add(fields, "longitude", String.valueOf(geo.getLongitude()));
    } else if (parsed instanceof URIParsedResult) {
      add(fields, "url", ((URIParsedResult) parsed).getURI());
    }
    return fields.toString();
  }

  private static void add(StringJoiner fields, String name, String... values) {
    if (values == null) return;
    for (String value : values) if (value != null) fields.add(name + "=" + encode(value));
  }

  private static String encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
